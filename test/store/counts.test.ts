import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import type { SharedCounts } from '../../src/server/contracts/shared-counts.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import { RedisCounts } from '../../src/server/live/store/redis/redis-counts.js';
import type { Shard } from '../../src/server/live/store/redis/shard.js';
import { TestRedis } from '../support/redis.js';

const WINDOW_MS = 60_000;
const START = 1_000_000;
let now = START;
let redis: TestRedis;
let client: Redis;

beforeAll(async () => {
  redis = await TestRedis.start();
  client = new Redis(redis.url);
});
const shards = { ofKey: () => ({ commands: client }) as Shard };
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

const STORES: [string, () => SharedCounts][] = [
  ['memory', () => new MemoryCounts(() => now)],
  ['Redis', () => new RedisCounts(shards, new RedisKeys('counts'), () => now)],
];

describe.each(STORES)('counts of different things, in %s', (_, make) => {
  it('R10.4 count each once within the window, which begins with its first', async () => {
    now = START;
    const counts = make();
    const add = (thing: string, name = 'a') => counts.add(name, thing, WINDOW_MS);
    expect(await counts.size('a', WINDOW_MS)).toBe(0);
    expect(await add('1')).toEqual({ count: 1, isNew: true });
    now += 40_000;
    expect(await add('1')).toEqual({ count: 1, isNew: false });
    expect(await add('2')).toEqual({ count: 2, isNew: true });
    expect(await add('1', 'b')).toEqual({ count: 1, isNew: true });
    now += 19_999;
    expect(await counts.size('a', WINDOW_MS)).toBe(2);
    now += 1;
    expect(await counts.size('a', WINDOW_MS)).toBe(1);
    expect(await add('1')).toEqual({ count: 2, isNew: true });
    now += WINDOW_MS;
    for (const name of ['a', 'b']) expect(await counts.size(name, WINDOW_MS)).toBe(0);
  });
});

it('R10.4 Redis forgets them by itself', async () => {
  now = START;
  const keys = new RedisKeys('forgotten');
  await new RedisCounts(shards, keys, () => now).add('a', '1', WINDOW_MS);
  const leftMs = await client.pttl(keys.things('a'));
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(WINDOW_MS);
});
