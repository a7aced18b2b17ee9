import type { CompactFlush } from '../../../protocol/events.js';
import { MOST_IN_HALL } from '../../../protocol/limits.js';

/** How long until it is tried again to load what reads a big room. */
const RETRY_MS = 1_000;

const opensBigRoom = ([, , , before]: CompactFlush): boolean =>
  before?.some(([event, told]) => {
    return event === 'updateRoomOption' && told.maxPlayerCount > MOST_IN_HALL;
  }) ?? false;

/** Hands on flushes in order: those of a big room (R23) when what reads them is loaded, as phones in halls never need it. */
export class FlushGate {
  readonly #waiting: CompactFlush[] = [];
  #isLoaded = false;
  /** Resolves when all that came was handed on. */
  settled: Promise<void> = Promise.resolve();

  constructor(
    private readonly load: () => Promise<void>,
    private readonly read: (flush: CompactFlush) => void,
  ) {}

  take(flush: CompactFlush): void {
    const isFirst = this.#waiting.length === 0;
    if (isFirst && (this.#isLoaded || !opensBigRoom(flush))) {
      this.read(flush);
      return;
    }
    this.#waiting.push(flush);
    if (isFirst) this.settled = this.#open();
  }

  /** What has come by a connection that is gone. */
  forget(): void {
    // The first stands for the others, whose turn has not come.
    this.#waiting.length = Math.min(1, this.#waiting.length);
  }

  async #open(): Promise<void> {
    while (!this.#isLoaded)
      await this.load().then(
        () => (this.#isLoaded = true),
        () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
      );
    for (const flush of this.#waiting.splice(0)) this.read(flush);
  }
}
