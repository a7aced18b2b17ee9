import type { Pace } from './pace.js';

/** Wakes a room at its places on a grid of epoch time that all processes share. */
export class FlushGrid {
  private timer: NodeJS.Timeout | undefined;
  private lastTickAt = 0;
  private isClosed = false;

  /** A place is where epoch ms are `offsetMs` modulo the interval. An interval of 0 means at once. */
  constructor(
    private readonly pace: Pace,
    private readonly offsetMs: number,
    private readonly now: () => number,
    /** Told how late after its place it comes, in ms. */
    private readonly tick: (lateMs: number) => void,
  ) {}

  /** Asks for the next tick; asking again before it, or after the end, changes nothing. */
  request(): void {
    if (this.isClosed) return;
    const { intervalMs } = this.pace;
    if (intervalMs === 0) return this.tick(0);
    if (this.timer !== undefined) return;
    const now = this.now();
    const sincePlace = modulo(now - this.offsetMs, intervalMs);
    let at = now - sincePlace + intervalMs;
    // Timers may fire a hair early; the same place must not tick twice.
    if (at <= this.lastTickAt) at += intervalMs;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastTickAt = at;
      const now = this.now();
      const lateMs = Math.max(0, now - at);
      this.pace.note(lateMs, now);
      this.tick(lateMs);
    }, at - now);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
