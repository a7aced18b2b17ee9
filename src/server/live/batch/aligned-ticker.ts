import type { RoomRate } from './room-rate.js';

/** Wakes a room at ticks that are the same on all processes: they are aligned to epoch time. */
export class AlignedTicker {
  private timer: NodeJS.Timeout | undefined;
  private lastTickAt = 0;
  private isClosed = false;

  /** Ticks are where epoch ms are `offsetMs` modulo the interval. An interval of 0 means at once. */
  constructor(
    private readonly rate: Pick<RoomRate, 'intervalMs' | 'note'>,
    private readonly offsetMs: number,
    private readonly now: () => number,
    /** Called with how late it comes, in ms. */
    private readonly tick: (lateMs: number) => void,
  ) {}

  /** Asks for the next tick; asking again before it, or after the end, changes nothing. */
  request(): void {
    if (this.isClosed) return;
    const { intervalMs } = this.rate;
    if (intervalMs === 0) return this.tick(0);
    if (this.timer !== undefined) return;
    const now = this.now();
    const sinceTick = modulo(now - this.offsetMs, intervalMs);
    let at = now - sinceTick + intervalMs;
    // Timers may fire a hair early; the same tick must not come twice.
    if (at <= this.lastTickAt) at += intervalMs;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastTickAt = at;
      const now = this.now();
      const lateMs = Math.max(0, now - at);
      this.rate.note(lateMs, now);
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
