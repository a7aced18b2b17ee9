import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import type { Due, DueTrigger } from '../../src/server/live/store/contract.js';
import { KeyEvents } from '../../src/server/live/store/redis/key-events.js';
import type {
  RedisParts,
  RedisPartsSettings,
} from '../../src/server/live/store/redis/redis-parts.js';
import { Heard } from '../support/heard.js';
import { TestRedis } from '../support/redis.js';
import { claim } from '../support/store-verbs.js';
import { CLOCK_ERROR_MS, countdownFrom, open, read, start } from './parts.js';
import { newPrefix, redisParts } from './redis-hall.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const FOREIGN_KEYS = 100_000;
const ROOMS = 100;

let redis: TestRedis;
let prefix: string;
let running: RedisParts[];
beforeEach(() => {
  prefix = newPrefix();
  running = [];
});
afterEach(() => Promise.all(running.map((parts) => parts.close())));

async function another(settings: Partial<RedisPartsSettings> = {}): Promise<RedisParts> {
  const parts = await redisParts(redis.url, { prefix, ...settings });
  running.push(parts);
  return parts;
}

type Ring = Due & { at: number; trigger: DueTrigger };

function rings({ timer, store }: RedisParts): Heard<Ring> {
  const heard = new Heard<Ring>();
  timer.onDue((due, trigger) => heard.note({ ...due, at: store.now(), trigger }));
  return heard;
}

const phaseOf =
  (roomId: string, version = 1) =>
  (ring: Ring): boolean =>
    ring.kind === 'phase' && ring.roomId === roomId && ring.version === version;

/** Opens a room that is in a countdown which ends in `ms`; returns its id and the end. */
async function counting(
  parts: RedisParts,
  ms: number,
): Promise<{ roomId: string; endTime: number }> {
  const { roomId } = await open(parts.store);
  const endTime = parts.store.now() + ms;
  await start(parts, roomId, endTime);
  return { roomId, endTime };
}

describe('deadlines in Redis', () => {
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  it('R4.5 ring on time, whatever else expires in the same Redis', async () => {
    await redis.ask(async (client) => {
      for (let first = 0; first < FOREIGN_KEYS; first += 10_000) {
        const batch = client.pipeline();
        for (let n = first; n < first + 10_000; n++)
          batch.set(`foreign:${n}`, n, 'EX', 600 + (n % 3_000));
        await batch.exec();
      }
    });
    const parts = await another({ sweepMs: 60_000 });
    const heard = rings(parts);
    const ends = new Map<string, number>();
    for (let n = 0; n < ROOMS; n++) {
      const { roomId, endTime } = await counting(parts, 2_000 + 20 * n);
      await parts.bus.subscribe(roomId, () => {});
      ends.set(roomId, endTime);
    }
    await heard.until((all) => all.length >= ROOMS);
    const late = heard.all.map(({ roomId, at }) => at - ends.get(roomId)!).sort((a, b) => a - b);
    const at = (share: number): number => late[Math.ceil(share * late.length) - 1]!;
    console.log(`late by: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(1)} ms`);
    expect(new Set(heard.all.map(({ roomId }) => roomId)).size).toBe(ROOMS);
    expect(late.length).toBe(ROOMS);
    expect(late[0]).toBeGreaterThanOrEqual(-CLOCK_ERROR_MS);
    expect(at(0.99)).toBeLessThan(pace.allow(300));
    await redis.ask((client) => client.flushall());
  });

  it('R4.5 ring in each process that follows the room, by its notification or without', async () => {
    const [one, two] = [await another({ sweepMs: 60_000 }), await another({ sweepMs: 60_000 })];
    const [first, second] = [rings(one), rings(two)];
    const { roomId, endTime } = await counting(one, 400);
    for (const { bus } of [one, two]) await bus.subscribe(roomId, () => {});
    const both = await Promise.all([first, second].map((heard) => heard.wait(phaseOf(roomId))));
    for (const { at } of both) expect(at - endTime).toBeLessThan(pace.allow(200));
    expect(both.map(({ trigger }) => trigger)).toContain('expiry');

    const next = await read(one.store, roomId);
    const later = one.store.now() + 500;
    await claim(one, next, countdownFrom(next, later), 'due');
    await redis.ask((client) => client.config('SET', 'notify-keyspace-events', ''));
    const again = await Promise.all([first, second].map((heard) => heard.wait(phaseOf(roomId, 2))));
    for (const { at, trigger } of again) {
      expect(at - later).toBeLessThan(pace.allow(200));
      expect(trigger).toBe('touch');
    }
  });

  it('R4.5 ring at once where they are past already and no event comes of them', async () => {
    // No sweep comes to help. Valkey tells of no key that is set to have expired already, as here no Redis does.
    const [one, two] = [await another({ sweepMs: 600_000 }), await another({ sweepMs: 600_000 })];
    const heard = [rings(one), rings(two)];
    await redis.ask((client) => client.config('SET', 'notify-keyspace-events', ''));
    // The room is followed before its phase begins, and by one process not until it is over.
    const { roomId } = await open(one.store);
    await one.bus.subscribe(roomId, () => {});
    await start(one, roomId, one.store.now() - 1_000);
    await heard[0]!.wait(phaseOf(roomId));
    await two.bus.subscribe(roomId, () => {});
    await heard[1]!.wait(phaseOf(roomId));
    // The claim of one makes another past phase, of which both hear.
    const state = await read(one.store, roomId);
    await claim(one, state, countdownFrom(state, one.store.now() - 1_000), 'due');
    await Promise.all(heard.map((each) => each.wait(phaseOf(roomId, 2))));
    const rung = heard.flatMap(({ all }) => all.filter(({ kind }) => kind === 'phase'));
    expect(new Set(rung.map(({ trigger }) => trigger))).toEqual(new Set(['touch']));
  });

  it('R4.5 ring within 2 s where nobody follows the room', async () => {
    const parts = await another();
    const heard = rings(parts);
    const { roomId, endTime } = await counting(parts, 200);
    const { at, trigger } = await heard.wait(phaseOf(roomId));
    expect(at - endTime).toBeLessThan(pace.allow(2_000));
    expect(trigger).toBe('sweep');
    // And again until somebody claims it.
    await heard.until((all) => all.filter(phaseOf(roomId)).length === 2);
    const state = await read(parts.store, roomId);
    await claim(parts, state, countdownFrom(state, parts.store.now() + 60_000), 'due');
    const count = heard.all.length;
    await sleep(1_200);
    expect(heard.all.length).toBe(count);
  });

  it('R5.3 settle before they can be claimed', async () => {
    const parts = await another({ settleMs: 3_000 });
    const { roomId, endTime } = await counting(parts, 100);
    const room = await read(parts.store, roomId);
    const claimed = async (deadline: 'due' | 'open'): Promise<string> =>
      (await claim(parts, room, countdownFrom(room, endTime + 60_000), deadline)).kind;
    expect(await claimed('due')).toBe('early');
    await expect.poll(() => parts.store.now()).toBeGreaterThanOrEqual(endTime);
    expect(await claimed('open')).toBe('late');
    // A machine that stood still until here has nothing left to see.
    const over = parts.store.now() >= endTime + 3_000 ? 'done' : 'early';
    expect([over, 'done']).toContain(await claimed('due'));
    await expect.poll(() => claimed('due')).toBe('done');
    expect(parts.store.now()).toBeGreaterThanOrEqual(endTime + 3_000);
  });

  it('R1.6 of housekeeping are taken by one process, and by another one where that one fails', async () => {
    const settings = { sweepMs: 50, housekeepingLeaseMs: 600 };
    const heard = [rings(await another(settings)), rings(await another(settings))];
    const { store } = await another();
    const { roomId } = await open(store);
    await store.armHousekeeping(roomId, store.now());
    const count = (): number => heard[0]!.all.length + heard[1]!.all.length;
    await Promise.race(heard.map((one) => one.wait((ring) => ring.roomId === roomId)));
    await sleep(400);
    expect(count()).toBe(1);
    await sleep(400);
    expect(count()).toBe(2);
    await store.armHousekeeping(roomId, store.now() + 60_000);
    await sleep(800);
    expect(count()).toBe(2);
  });

  it('R1.6 of a room that is gone ring once at most, and are forgotten', async () => {
    const parts = await another();
    const { store } = parts;
    const { roomId } = await counting(parts, 0);
    await store.armHousekeeping(roomId, store.now());
    await redis.ask(async (client) => {
      for (const key of await redis.keys(prefix)) if (key.includes(`:room:`)) await client.del(key);
    });
    const heard = rings(await another({ sweepMs: 50 }));
    await expect
      .poll(async () => (await redis.keys(prefix)).filter((key) => key.endsWith(':due')))
      .toEqual([]);
    expect(heard.all).toEqual([]);
  });

  it('need notifications, which are switched on again beside whatever else is on', async () => {
    const flags = (): Promise<string> =>
      redis.ask(async (client) => (await client.config('GET', 'notify-keyspace-events'))[1] ?? '');
    await redis.ask((client) => client.config('SET', 'notify-keyspace-events', 'K$g'));
    const parts = await another();
    await expect.poll(flags).toMatch(/^(?=.*E)(?=.*x)(?=.*K)(?=.*g)(?=.*\$)/);
    await redis.ask((client) => client.config('SET', 'notify-keyspace-events', 'KA'));
    await expect.poll(flags).toMatch(/^(?=.*E)(?=.*K)(?=.*A)/);
    expect(parts.status()).toMatchObject({ kind: 'redis', isAway: false, warnings: [] });
  });
});

describe('a Redis that refuses to be configured, and tells of keys that expire', () => {
  const user = ['--user', 'least', 'on', '>secret', '~*', '&*', '+@all', '-config'];
  beforeAll(async () => {
    redis = await TestRedis.start('--notify-keyspace-events', 'Ex', ...user);
  });
  afterAll(() => redis.stop());

  const asLeast = (): string => redis.url.replace('//', '//least:secret@');
  /** How many keys have expired in all: ours does every second. */
  const expired = (): Promise<number> =>
    redis.ask(async (client) =>
      Number(/^expired_keys:(\d+)/m.exec(await client.info('stats'))?.[1] ?? 0),
    );

  it('is no cause for a warning, but while the events are off', async () => {
    const parts = await redisParts(asLeast(), { prefix });
    onTestFinished(() => parts.close());
    const before = await expired();
    const seen = new Set<string>();
    await expect
      .poll(async () => {
        for (const warning of parts.status().warnings) seen.add(warning);
        return expired();
      })
      .toBeGreaterThanOrEqual(before + 6);
    expect([...seen]).toEqual([]);

    await redis.ask((client) => client.config('SET', 'notify-keyspace-events', ''));
    await expect
      .poll(() => parts.status().warnings)
      .toEqual([expect.stringContaining('notify-keyspace-events')]);
    await redis.ask((client) => client.config('SET', 'notify-keyspace-events', 'Ex'));
    await expect.poll(() => parts.status().warnings).toEqual([]);
  });

  it('is believed by the first event, however late', async () => {
    const events = new KeyEvents();
    const taking = pretend(() => Promise.resolve('OK'));
    for (let n = 0; n < 3; n++) {
      await events.try(taking, 'key');
      expect(events.areMissing).toBe(false);
    }
    await events.try(taking, 'key');
    expect(events.areMissing).toBe(true);
    events.heard();
    expect(events.areMissing).toBe(false);
  });

  it('has nothing counted against it while it does not take the key', async () => {
    const events = new KeyEvents();
    const away = pretend(() => Promise.reject(new Error('Connection is closed.')));
    for (let n = 0; n < 9; n++) await expect(events.try(away, 'key')).rejects.toThrow('STORE_AWAY');
    expect(events.areMissing).toBe(false);
  });
});

/** A Redis as far as a key is set and looked at. */
function pretend(set: () => Promise<string>): Redis {
  return { set, exists: () => Promise.resolve(0) } as unknown as Redis;
}

describe('a Redis that refuses to be configured', () => {
  beforeAll(async () => {
    redis = await TestRedis.start('--rename-command', 'CONFIG', '');
  });
  afterAll(() => redis.stop());

  it('R4.5 carries the game all the same, and says so', async () => {
    const parts = await another();
    await expect.poll(() => parts.status().warnings).toHaveLength(1);
    const heard = rings(parts);
    const followed = await counting(parts, 300);
    await parts.bus.subscribe(followed.roomId, () => {});
    const other = await counting(parts, 300);
    const ring = await heard.wait(phaseOf(followed.roomId));
    expect(ring.at - followed.endTime).toBeLessThan(pace.allow(200));
    expect((await heard.wait(phaseOf(other.roomId))).at - other.endTime).toBeLessThan(
      pace.allow(2_000),
    );
  });
});
