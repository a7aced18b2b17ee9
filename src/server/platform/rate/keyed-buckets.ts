import { TokenBucket } from './token-bucket.js';

/** Far more addresses or identities than a hall has, in some 10 MB. */
const MAX_KEYS = 50_000;

/** A token bucket for each key, such as an address; beyond `MAX_KEYS` those unused for longest are forgotten. */
export class KeyedBuckets {
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
  ) {}

  /** Takes `cost` tokens of a key's bucket at `now` (ms), or none and returns false. */
  take(key: string, now: number, cost = 1): boolean {
    return this.bucketOf(key, now).take(now, cost);
  }

  /** Takes `cost` tokens even where fewer are left. */
  spend(key: string, now: number, cost: number): void {
    this.bucketOf(key, now).spend(now, cost);
  }

  /** How long until `cost` tokens are there. */
  msUntil(key: string, now: number, cost = 1): number {
    return this.bucketOf(key, now).msUntil(now, cost);
  }

  private bucketOf(key: string, now: number): TokenBucket {
    const bucket = this.buckets.get(key) ?? new TokenBucket(this.perSecond, this.burst, now);
    // A map keeps the order in which its keys were set.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > MAX_KEYS) {
      const [oldest] = this.buckets.keys();
      if (oldest !== undefined) this.buckets.delete(oldest);
    }
    return bucket;
  }
}
