/** Lets `perSecond` through in the long run and `burst` at once (R10.2). Times are in ms. */
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

  /** Takes `cost` tokens, or none and returns false. */
  take(now: number, cost = 1): boolean {
    if (this.level(now) < cost) return false;
    this.tokens -= cost;
    return true;
  }

  /** Takes `cost` tokens even where fewer are left; what is owed, a burst at most, is refilled first. */
  spend(now: number, cost: number): void {
    this.tokens = Math.max(-this.burst, this.level(now) - cost);
  }

  /** The tokens that are left; below 0 where some are owed. */
  level(now: number): number {
    const filled = this.tokens + ((now - this.filledAt) / 1000) * this.perSecond;
    this.tokens = Math.min(this.burst, filled);
    this.filledAt = now;
    return this.tokens;
  }

  /** How long until `cost` tokens are there. */
  msUntil(now: number, cost: number): number {
    return Math.max(0, ((cost - this.level(now)) / this.perSecond) * 1000);
  }
}
