import { KeyedBuckets } from './keyed-buckets.js';
import { TokenBucket } from './token-bucket.js';

export interface Rate {
  perSecond: number;
  burst: number;
}

/**
 * A bucket that many draw on. What is above its half is for whoever comes; the rest is for those who have taken no
 * more than their share, so that a few who take all they can leave something for the others.
 */
export class SharedBucket {
  private readonly all: TokenBucket;
  private readonly shares: KeyedBuckets;

  constructor(
    private readonly rate: Rate,
    share: Rate,
    now: number,
  ) {
    this.all = new TokenBucket(rate.perSecond, rate.burst, now);
    this.shares = new KeyedBuckets(share.perSecond, share.burst);
  }

  /** Takes one at `now` (ms) on behalf of `key`, or none and returns false. */
  take(key: string, now: number): boolean {
    const isShare = this.shares.take(key, now);
    if (!isShare && this.all.level(now) <= this.rate.burst / 2) return false;
    return this.all.take(now);
  }
}
