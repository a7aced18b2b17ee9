import { setTimeout as sleep } from 'node:timers/promises';
import { RoomError } from '../../../protocol/errors.js';

/** After so long, others get their turn. */
const SLICE_MS = 5;
/** And they keep it three times as long, so this takes a quarter of the time at most. */
const PAUSES_PER_SLICE = 3;
const MAX_AT_ONCE = 8;

/** Runs what has to stop at every `yield` to the end, with pauses in which people play. */
export type InSlices = <T>(steps: Generator<void, T>) => Promise<T>;

const inSlices: InSlices = async (steps) => {
  for (;;) {
    const began = performance.now();
    let step = steps.next();
    while (step.done !== true && performance.now() - began < SLICE_MS) step = steps.next();
    if (step.done === true) return step.value;
    await sleep((performance.now() - began) * PAUSES_PER_SLICE);
  }
};

/** Long work beside the games of this process: one after the other. */
export class SlicedWork {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  constructor(private readonly mostAtOnce: number = MAX_AT_ONCE) {}

  /** Rejects with RATE_LIMITED where too many wait already. */
  async run<T>(work: (inSlices: InSlices) => Promise<T>): Promise<T> {
    if (this.count >= this.mostAtOnce) throw new RoomError('RATE_LIMITED', 'too much waits');
    this.count++;
    const result = this.last.then(() => work(inSlices));
    // Who waits behind it does not care how it ended.
    this.last = result.catch(() => {});
    try {
      return await result;
    } finally {
      this.count--;
    }
  }
}
