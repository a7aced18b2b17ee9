/** Wakes a room at its places on a grid of epoch time that all processes share. */
export class FlushGrid {
  private timer: NodeJS.Timeout | undefined;
  private readonly offsetMs: number;
  private lastTickAt = 0;

  /** A place is where epoch ms are `offsetMs` modulo the interval. An interval of 0 means at once. */
  constructor(
    private readonly intervalMs: number,
    offsetMs: number,
    private readonly now: () => number,
    /** Told how late after its place it comes, in ms. */
    private readonly tick: (lateMs: number) => void,
  ) {
    this.offsetMs = intervalMs === 0 ? 0 : modulo(offsetMs, intervalMs);
  }

  /** Asks for the next tick; asking again before it changes nothing. */
  request(): void {
    if (this.intervalMs === 0) return this.tick(0);
    if (this.timer !== undefined) return;
    const now = this.now();
    const sinceTick = modulo(now - this.offsetMs, this.intervalMs);
    // Timers may fire a hair early; without the second bound the same place would tick twice.
    const at = Math.max(now - sinceTick, this.lastTickAt) + this.intervalMs;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastTickAt = at;
      this.tick(Math.max(0, this.now() - at));
    }, at - now);
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
