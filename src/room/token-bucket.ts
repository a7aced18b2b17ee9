/** Lets `perSecond` through in the long run and `burst` at once (R10.2). */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    now: number,
  ) {
    this.tokens = burst;
    this.filledAt = now;
  }

  /** Takes one token at `now` (ms), or returns false. */
  take(now: number): boolean {
    const filled = this.tokens + ((now - this.filledAt) / 1000) * this.perSecond;
    this.tokens = Math.min(this.burst, filled);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }
}
