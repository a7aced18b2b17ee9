/** Waiting that a signal can cut short. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;

/** Resolves after the time or when the signal fires. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0 || signal?.aborted === true) return;
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {});
}

/** Resolves when the condition holds, the time is over or the signal fires; tells whether it holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  {
    everyMs = POLL_MS,
    limitMs,
    signal,
  }: { everyMs?: number; limitMs: number; signal?: AbortSignal },
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= deadline || signal?.aborted === true) return false;
    await pause(everyMs, signal);
  }
}
