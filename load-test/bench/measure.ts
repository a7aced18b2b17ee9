/** Times functions of this process, one after the other. */
import { Bench } from 'tinybench';
import type { Figure } from './piece.js';

const TIME_MS = 1_000;
const WARMUP_MS = 300;
const QUICK_TIME_MS = 50;
const QUICK_WARMUP_MS = 20;

export interface Task {
  name: string;
  run: () => unknown;
  /** Operations in one call of `run`; reading the clock costs as much as the shortest ones. */
  times?: number;
  bytes?: number;
}

/** Means with garbage collection, as a server has to pay for it, too. */
export async function measure(tasks: readonly Task[], quick: boolean): Promise<Figure[]> {
  const bench = new Bench({
    time: quick ? QUICK_TIME_MS : TIME_MS,
    warmupTime: quick ? QUICK_WARMUP_MS : WARMUP_MS,
    throws: true,
  });
  for (const { name, run } of tasks) bench.add(name, run);
  await bench.warmup();
  await bench.run();
  return tasks.map(({ name, times = 1, bytes }) => {
    const result = bench.getTask(name)?.result;
    if (result === undefined) throw new Error(`${name} was not measured`);
    return {
      name,
      nsPerOp: round((result.mean * 1e6) / times, 1),
      errorPercent: round(result.rme, 1),
      ...(bytes === undefined ? {} : { bytes }),
    };
  });
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
