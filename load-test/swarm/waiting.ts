/** Waiting that a signal can cut short. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;

/** Resolves after the time or when the signal fires. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0 || signal?.aborted === true) return;
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {});
}

export async function until(
  condition: () => boolean,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const isOver = (): boolean => performance.now() >= deadline || signal?.aborted === true;
  while (!condition() && !isOver()) await pause(POLL_MS, signal);
}
