import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const RESOLUTION_MS = 10;
const LOOK_MS = 200;

/** Begins to measure how late the event loop is; returns what ends it and tells by how much, in ms. */
export function watchLoop(): (percent: number) => number {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return (percent) => {
    delays.disable();
    // It counts the time between two wakings, which are `RESOLUTION_MS` apart where nothing is late.
    const between = delays.count === 0 ? 0 : delays.percentile(percent) / 1e6;
    return Math.max(0, between - RESOLUTION_MS);
  };
}

/** How late the event loop is now, half of the time, in ms: one pause alone says little. */
export async function latenessNow(): Promise<number> {
  const end = watchLoop();
  await sleep(LOOK_MS);
  return end(50);
}
