import { PATIENCE_MS } from './patience.js';

// Taken before a test fakes the clock: a wait in vain ends by real time.
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

/** Remembers in order what it is told, and lets a test wait for it. */
export class Heard<T> {
  readonly all: T[] = [];
  private readonly watchers = new Set<() => void>();

  readonly note = (item: T): void => {
    this.all.push(item);
    for (const look of this.watchers) look();
  };

  /** The first that fits, already heard or still to come. */
  async wait(fits: (item: T) => boolean): Promise<T> {
    await this.until((all) => all.some(fits));
    return this.all.find(fits) as T;
  }

  /** Resolves when the condition holds; it is looked at after each that is heard. */
  until(condition: (all: readonly T[]) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!condition(this.all)) return;
        realClearTimeout(timer);
        this.watchers.delete(look);
        resolve();
      };
      const timer = realSetTimeout(() => {
        this.watchers.delete(look);
        reject(new Error(`waited in vain; heard: ${JSON.stringify(this.all)}`));
      }, PATIENCE_MS);
      // A caller that waited for the first of several things leaves the others waiting.
      timer.unref();
      this.watchers.add(look);
      look();
    });
  }
}
