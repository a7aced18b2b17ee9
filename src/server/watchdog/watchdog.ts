/**
 * Replaces a process whose event loop stands: one of several, which whoever runs them starts anew, while the rooms
 * are in Redis and its players come back through the others. A thread of its own counts its own ticks since the last
 * sign of life. So a laptop that slept, or a process that was stopped as a whole, has stood for no tick.
 */
import inspector from 'node:inspector';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const BEAT_MS = 500;
/** In MB; the thread counts, and no more. */
const THREAD_MB = 8;

/** Indexes in the memory that both threads see. */
export const SIGNS = {
  /** Rises with each beat of the event loop. */
  beats: 0,
  /** 1 while a debugger may hold the event loop. */
  isDebugged: 1,
} as const;

export interface WatchdogOrders {
  signs: Int32Array;
  limitS: number;
  /** By which the log line names the process. */
  port: number;
}

const THREAD = join(import.meta.dirname, 'watchdog-thread.js');

/** Returns the disposer. The process may end meanwhile as if there were no watchdog. */
export function watchEventLoop(limitS: number, port: number): () => void {
  const signs = new Int32Array(
    new SharedArrayBuffer(Object.keys(SIGNS).length * Int32Array.BYTES_PER_ELEMENT),
  );
  const beat = (): void => {
    Atomics.add(signs, SIGNS.beats, 1);
    Atomics.store(signs, SIGNS.isDebugged, inspector.url() === undefined ? 0 : 1);
  };
  beat();
  const beats = setInterval(beat, BEAT_MS).unref();
  const orders: WatchdogOrders = { signs, limitS, port };
  const thread = new Worker(THREAD, {
    workerData: orders,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
  });
  thread.unref();
  return () => {
    clearInterval(beats);
    void thread.terminate();
  };
}
