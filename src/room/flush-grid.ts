/** Wakes a room at its places on a grid of epoch time that all processes share. */
export class FlushGrid {
  private timer: NodeJS.Timeout | undefined;
  private readonly offsetMs: number;

  /**
   * `key` spreads rooms evenly over the interval: a room's PIN. An `intervalMs` of 0 means at once.
   */
  constructor(
    private readonly intervalMs: number,
    key: number,
    private readonly now: () => number,
    private readonly tick: () => void,
  ) {
    this.offsetMs = intervalMs === 0 ? 0 : key % intervalMs;
  }

  /** Asks for the next tick; asking again before it changes nothing. */
  request(): void {
    if (this.intervalMs === 0) return this.tick();
    if (this.timer !== undefined) return;
    const sinceTick = (this.now() - this.offsetMs) % this.intervalMs;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tick();
    }, this.intervalMs - sinceTick);
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
