import { describe, expect, it } from 'vitest';
import { KeyedBuckets } from '../../src/server/platform/rate/keyed-buckets.js';
import { TokenBucket } from '../../src/server/platform/rate/token-bucket.js';

describe('a token bucket', () => {
  it('owes what was spent beyond its tokens, a burst at most, and tells how long that takes', () => {
    const bucket = new TokenBucket(10, 10, 0);
    bucket.spend(0, 20);
    bucket.spend(0, 20);
    expect(bucket.level(0)).toBe(-10);
    expect(bucket.msUntil(0, 1)).toBe(1_100);
    expect(bucket.take(1_099)).toBe(false);
    expect(bucket.take(1_101)).toBe(true);
    expect(bucket.level(60_000)).toBe(10);
    expect(bucket.msUntil(60_000, 10)).toBe(0);
  });
});

describe('buckets by key', () => {
  it('keep each key to its own tokens', () => {
    const buckets = new KeyedBuckets(1, 2);
    expect([1, 2, 3].map(() => buckets.take('a', 0))).toEqual([true, true, false]);
    expect(buckets.take('b', 0)).toBe(true);
    expect(buckets.take('a', 1_000)).toBe(true);
    buckets.spend('b', 1_000, 5);
    expect([buckets.take('b', 3_999), buckets.take('b', 4_001)]).toEqual([false, true]);
  });

  it('forget what was not used for longest, when there are very many', () => {
    const buckets = new KeyedBuckets(0, 1);
    buckets.take('used', 0);
    buckets.take('unused', 0);
    for (let n = 0; n < 49_990; n++) buckets.take(`key ${n}`, 0);
    expect(buckets.take('used', 0)).toBe(false);
    for (let n = 49_990; n < 49_999; n++) buckets.take(`key ${n}`, 0);
    expect(buckets.take('used', 0)).toBe(false);
    expect(buckets.take('unused', 0)).toBe(true);
  });
});
