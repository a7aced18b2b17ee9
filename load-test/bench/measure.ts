/** Times functions of this process, one after the other. */
import { performance } from 'node:perf_hooks';
import { Bench } from 'tinybench';
import type { Figure } from './piece.js';

const TIME_MS = 2_000;
const WARMUP_MS = 500;
const QUICK_TIME_MS = 50;
const QUICK_WARMUP_MS = 10;
/**
 * A sample is as many calls as take this long: garbage collection, which a server pays for, too, is then
 * part of most samples, and what else the machine does is in few of them.
 */
const SAMPLE_MS = 5;

export interface Task {
  name: string;
  run: () => unknown;
  /** Operations in one call of `run`. */
  times?: number;
  bytes?: number;
}

/** Medians over the samples; the error is half the distance between the quartiles. */
export async function measure(tasks: readonly Task[], quick: boolean): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, run, times = 1, bytes } of tasks) {
    const calls = await callsPerSample(run, quick ? QUICK_WARMUP_MS : WARMUP_MS);
    const isAsync = run() instanceof Promise;
    const bench = new Bench({
      time: quick ? QUICK_TIME_MS : TIME_MS,
      warmupTime: 0,
      throws: true,
    });
    bench.add(name, isAsync ? () => callAndWait(run, calls) : () => callOften(run, calls));
    await bench.run();
    const samples = bench.getTask(name)?.result?.samples ?? [];
    const [low, middle, high] = [0.25, 0.5, 0.75].map(
      (share) => samples[Math.floor(samples.length * share)] ?? NaN,
    ) as [number, number, number];
    figures.push({
      name,
      nsPerOp: round((middle * 1e6) / calls / times, 1),
      errorPercent: round(((high - low) / 2 / middle) * 100, 1),
      ...(bytes === undefined ? {} : { bytes }),
    });
  }
  return figures;
}

/** Calls until the code is warm; returns how many calls make a sample. */
async function callsPerSample(run: () => unknown, warmupMs: number): Promise<number> {
  const begin = performance.now();
  let calls = 0;
  for (; performance.now() - begin < warmupMs; calls++) await run();
  return Math.max(1, Math.round((calls / warmupMs) * SAMPLE_MS));
}

function callOften(run: () => unknown, calls: number): void {
  for (let n = 0; n < calls; n++) run();
}

async function callAndWait(run: () => unknown, calls: number): Promise<void> {
  for (let n = 0; n < calls; n++) await run();
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
