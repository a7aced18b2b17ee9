import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOM_SCHEMA } from '../../src/game/room-change.js';
import { OTHER_SECRET, OTHER_VERSION } from '../../src/server/live/store/redis/installation.js';
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import type {
  RedisParts,
  RedisPartsSettings,
} from '../../src/server/live/store/redis/redis-parts.js';
import { createRedisParts } from '../../src/server/live/store/redis/redis-parts.js';
import { TestRedis } from '../support/redis.js';
import { open } from './parts.js';
import { collectLogs, newPrefix } from './redis-hall.js';

const LEASE_MS = 300;
const OLD = ROOM_SCHEMA - 1;

let redis: TestRedis;
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());

let prefix: string;
let running: RedisParts[];
beforeEach(() => {
  prefix = newPrefix();
  running = [];
});
afterEach(() => Promise.all(running.map((parts) => parts.close())));

/** A process that is about to start. */
function begin(settings: Partial<RedisPartsSettings> = {}): RedisParts {
  const parts = createRedisParts({
    url: redis.url,
    prefix,
    secret: 'the secret of all',
    patterns: [],
    processId: `process ${running.length}`,
    settleMs: 0,
    leaseMs: LEASE_MS,
    logger: collectLogs().logger,
    ...settings,
  });
  running.push(parts);
  return parts;
}

async function started(settings: Partial<RedisPartsSettings> = {}): Promise<RedisParts> {
  const parts = begin(settings);
  await parts.ready;
  return parts;
}

const stop = async (parts: RedisParts): Promise<void> => {
  running = running.filter((one) => one !== parts);
  await parts.close();
};
const key = (): string => new RedisKeys(prefix).installation();
const held = (): Promise<Record<string, string>> => redis.ask((client) => client.hgetall(key()));
const warnings = (parts: RedisParts): string =>
  parts
    .status()
    .warnings.filter((line) => line.includes('processes'))
    .join();

describe('an installation', () => {
  it('says for 15 minutes whose Redis it is, and nothing of the secret', async () => {
    await Promise.all([started(), started(), started()]);
    const { secret, schema, at, ...more } = await held();
    expect([secret, schema, more]).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}$/),
      String(ROOM_SCHEMA),
      {},
    ]);
    await expect.poll(async () => Number((await held())['at'])).toBeGreaterThan(Number(at));
    const ttl = await redis.ask((client) => client.pttl(key()));
    expect(ttl / 60_000).toBeGreaterThan(14);
    expect(ttl / 60_000).toBeLessThanOrEqual(15);
  });

  it('keeps out who has another SECRET, also when nobody is there for the moment', async () => {
    const first = await started();
    const before = await held();
    await expect(begin({ secret: 'another one' }).ready).rejects.toThrow(OTHER_SECRET);
    expect((await held())['secret']).toBe(before['secret']);
    expect(warnings(first)).toBe('');
    await stop(first);
    await expect(begin({ secret: 'another one' }).ready).rejects.toThrow(OTHER_SECRET);
    await started();
  });

  it('belongs to whoever comes first where it was lost, and the others warn and go on', async () => {
    const first = await started();
    const { roomId } = await open(first.store);
    // Both at once, so that no sign of life comes in between.
    const digest = await redis.ask(async (client) => {
      await client.hset(key(), 'secret', '0123456789abcdef');
      return client.hget(key(), 'secret');
    });
    await expect.poll(() => warnings(first)).toContain('another SECRET');
    expect((await held())['secret']).toBe(digest);
    expect(await first.store.readRoom(roomId)).toBeDefined();
    await redis.ask((client) => client.del(key()));
    await expect.poll(() => warnings(first)).toBe('');
  });
});

describe('two versions', () => {
  it.each([
    ['an old one beside rooms of a new one', ROOM_SCHEMA, OLD],
    ['a new one beside rooms of an old one', OLD, ROOM_SCHEMA],
  ])('keep out %s', async (_, there, comes) => {
    const parts = await started({ schema: there });
    await open(parts.store);
    await expect(begin({ schema: comes }).ready).rejects.toThrow(OTHER_VERSION);
    expect((await held())['schema']).toBe(String(there));
    expect(warnings(parts)).toBe('');
    await started({ schema: there });
  });

  it('follow each other at once where the one before has stopped, whatever rooms it left', async () => {
    const parts = await started({ schema: OLD });
    await open(parts.store);
    const next = begin();
    await stop(parts);
    await next.ready;
    await expect.poll(async () => (await held())['schema']).toBe(String(ROOM_SCHEMA));
    await expect.poll(() => warnings(next)).toBe('');
  });

  it('may stand side by side while no room is open, and both warn until one has ended', async () => {
    const [old, next] = [await started({ schema: OLD }), await started()];
    await expect.poll(() => warnings(old)).toContain('another version');
    await expect.poll(() => warnings(next)).toContain('another version');
    // A room that one of them opens now keeps neither from going on, and from saying so.
    await open(next.store);
    await sleep(3 * LEASE_MS);
    expect([old, next].map(warnings)).toEqual([
      expect.stringContaining('another version'),
      expect.stringContaining('another version'),
    ]);
    await stop(old);
    await expect.poll(() => warnings(next)).toBe('');
  });
});
