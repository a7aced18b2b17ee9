import { setImmediate as nextTurn } from 'node:timers/promises';

/** After so long, others get their turn. */
const SLICE_MS = 5;

/** Does pieces of work in their order, with turns of others between them, as hundreds of people may ask at once. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private isBusy = false;

  /** Resolves with what the work returns, and rejects with what it throws. */
  run<T>(work: () => T): Promise<T> {
    // At once when its turn comes, and what it throws rejects.
    const begin = async (): Promise<T> => work();
    const done = new Promise<T>((resolve) => {
      this.waiting.push(() => resolve(begin()));
    });
    if (!this.isBusy) void this.begin();
    return done;
  }

  private async begin(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const until = performance.now() + SLICE_MS;
      do this.waiting.shift()?.();
      while (this.waiting.length > 0 && performance.now() < until);
      // Those who ask in this turn of the event loop wait, too.
      await nextTurn();
    }
    this.isBusy = false;
  }
}
