/**
 * How fast this machine is just now, beside what a test measures. A bound holds for the machine on which it was set; on one
 * that is slower, or that others use as well, all takes longer, and so does known work in the same seconds.
 */
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll } from 'vitest';

/** Time that the known work takes on the machine on which bounds were set, ms. */
const KNOWN_MS = 5;
const EVERY_MS = 250;
/** So many steps, one after the other, lie between a bell and a test that hears of it; each may meet a stall. */
const STEPS = 4;
/** Longer than any file runs. */
const KEPT = 1 << 14;

/** A thread of its own waits for the processor as the processes do that are measured. */
const WORK = `
  const { workerData } = require('node:worker_threads');
  const { count, took, late } = workerData;
  const bytes = new Uint8Array(1 << 18).fill(7);
  let sum = 0;
  let due = performance.now();
  function work() {
    const began = performance.now();
    for (let round = 0; round < 14; round++)
      for (let at = 0; at < bytes.length; at++) sum = (sum + bytes[at] * at) | 0;
    const n = Atomics.load(count, 0) % ${KEPT};
    late[n] = began - due;
    took[n] = performance.now() - began;
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
    due = performance.now() + ${EVERY_MS};
    setTimeout(work, ${EVERY_MS});
  }
  // The first runs are compiled.
  work();
  work();
`;

export interface Pace {
  /** A bound of the machine on which it was set, in ms, for this one as it was while the file ran. */
  allow: (ms: number) => number;
}

/** Watches while the tests of a file, or of a describe, run. Nothing that they do themselves counts. */
export function usePace(): Pace {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const [took, late] = [0, 1].map(() => new Float64Array(new SharedArrayBuffer(8 * KEPT))) as [
    Float64Array,
    Float64Array,
  ];
  let worker: Worker;
  beforeAll(() => {
    worker = new Worker(WORK, { eval: true, workerData: { count, took, late } });
    worker.unref();
  });
  afterAll(() => worker.terminate());
  const allow = (ms: number): number => {
    // Where the thread has not begun yet, it waits for the processor, too.
    Atomics.wait(count, 0, 0, 60_000);
    const seen = Math.min(KEPT, Atomics.load(count, 0));
    const walls = took.slice(0, seen).toSorted();
    const usual = walls[Math.floor(seen * 0.75)] ?? 0;
    const longest = Math.max(...walls.slice(-1), ...late.slice(0, seen));
    return ms * Math.max(1, usual / KNOWN_MS) + STEPS * longest;
  };
  return { allow };
}
