/** How late ticks may be on average, as a share of the base interval. */
const LATE_SHARE = 0.3;
const CALM_SHARE = 0.1;
/** How many of all that is shared may miss its flush, as a fraction; of fewer it is chance. */
const MISSED_LATE = 0.2;
const MISSED_CALM = 0.05;
const FEWEST_SHARES = 10;
const LOOK_MS = 1_000;
/** Calm looks in a row before the interval shrinks again; doubled whenever that was too early. */
const PATIENCE = 4;
const MAX_PATIENCE = 64;

/**
 * The interval at which the rooms of this process share and flush. While the event loop falls behind,
 * or what is shared comes back too late for its flush as the machine is full, it doubles, up to a
 * bound, so that the ticks of the longer interval are ticks of the shorter one, too.
 */
export class TickRate {
  private stretch = 1;
  private patience = PATIENCE;
  private calmLooks = 0;
  private sinceQuickened = Infinity;
  private lookedAt: number | undefined;
  private lateness = 0;
  private ticks = 0;
  private shares = 0;
  private missed = 0;

  /** All in ms; a `maxMs` below twice the base leaves the interval as it is. */
  constructor(
    private readonly baseMs: number,
    private readonly maxMs: number = baseMs,
  ) {}

  /** Each event is sent by itself, for comparison. */
  get isAtOnce(): boolean {
    return this.baseMs === 0;
  }

  get isStretched(): boolean {
    return this.stretch > 1;
  }

  /** How many times the interval is as long as it should be. */
  get stretchedBy(): number {
    return this.stretch;
  }

  get intervalMs(): number {
    return this.baseMs * this.stretch;
  }

  /** To be called at each tick: how late it came, and when. */
  note(latenessMs: number, now: number): void {
    this.lateness += latenessMs;
    this.ticks++;
    // The clock is the store's, which may be set back.
    if (this.lookedAt === undefined || now < this.lookedAt) this.lookedAt = now;
    if (now - this.lookedAt < LOOK_MS) return;
    const missedPart = this.shares < FEWEST_SHARES ? 0 : this.missed / this.shares;
    this.look(this.lateness / this.ticks, missedPart);
    this.lookedAt = now;
    this.lateness = 0;
    this.ticks = 0;
    this.missed = 0;
    this.shares = 0;
  }

  /** To be called for each share, whether it was back in time for the flush that it was meant for. */
  shared(inTime: boolean): void {
    this.shares++;
    if (!inTime) this.missed++;
  }

  private look(latenessMs: number, missedPart: number): void {
    this.sinceQuickened++;
    if (latenessMs > this.baseMs * LATE_SHARE || missedPart > MISSED_LATE) {
      this.calmLooks = 0;
      if (this.intervalMs * 2 > this.maxMs) return;
      this.patience =
        this.sinceQuickened <= this.patience ? Math.min(this.patience * 2, MAX_PATIENCE) : PATIENCE;
      this.stretch *= 2;
    } else if (this.stretch > 1) {
      const isCalm = latenessMs < this.baseMs * CALM_SHARE && missedPart < MISSED_CALM;
      this.calmLooks = isCalm ? this.calmLooks + 1 : 0;
      if (this.calmLooks < this.patience) return;
      this.calmLooks = 0;
      this.sinceQuickened = 0;
      this.stretch /= 2;
    }
  }
}
