import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RedisParts, RedisPartsSettings } from '../../src/store/redis/redis-parts.js';
import { aSet, codeOf, someOptions } from '../support/game-data.js';
import { TestRedis } from '../support/redis.js';
import { countdownFrom, newRoom, open, read, request, seatAll, start } from './parts.js';
import { newPrefix, redisParts } from './redis-hall.js';

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

/** One more process over the same rooms. */
async function another(settings: Partial<RedisPartsSettings> = {}): Promise<RedisParts> {
  const parts = await redisParts(redis.url, { prefix, ...settings });
  running.push(parts);
  return parts;
}

const some = (count: number): Promise<RedisParts[]> =>
  Promise.all(Array.from({ length: count }, () => another()));

/** Uses everything of a room that leaves a trace in Redis. */
async function useRoom({ store }: RedisParts): Promise<string> {
  const options = someOptions({ isPublic: true, maxPlayerCount: 9 });
  const { roomId } = await open(store, { options });
  const choice = { quizSetId: 'custom', quizCount: 2, title: 'Own' };
  await store.putQuizSet(roomId, aSet(2), choice);
  await seatAll(store, roomId, 6);
  await store.renamePlayer(roomId, { slot: 1, serial: 1 }, 'New');
  await store.removePlayer(roomId, { slot: 2, serial: 1 }, 'left');
  await store.removePlayer(roomId, { slot: 3, serial: 1 }, 'kicked');
  await store.dropPlayer(roomId, 4, 1);
  await start(store, roomId, store.now() + 60_000);
  const state = await read(store, roomId);
  const seatMarks = [{ slot: 5, serial: 1, score: 0, fellAt: [1, 2] as const }];
  const transition = countdownFrom(state, store.now() + 60_000, { seatMarks });
  await store.claimPhase(roomId, { fromVersion: 1, deadline: 'open', transition });
  await store.share(roomId, {
    moves: [{ slot: 0, epoch: 1, position: [3, 4] }],
    chats: [0, 5].map((slot) => ({ slot, epoch: 1, message: 'x' })),
  });
  await store.armHousekeeping(roomId, store.now() + 60_000);
  return roomId;
}

describe('members', () => {
  it('R10.4 takes the same commands to tell a wrong PIN, a room of others and one’s own', async () => {
    const { store } = await another();
    const { roomId, pin } = await open(store);
    await seatAll(store, roomId, 1);
    const calls = (): Promise<Map<string, number>> =>
      redis.ask(async (client) => {
        const stats = await client.info('commandstats');
        const counts = [...stats.matchAll(/cmdstat_(get|evalsha|hget):calls=(\d+)/g)];
        return new Map(counts.map(([, name = '', count]) => [name, Number(count)]));
      });
    const cost = async (at: string, who: string): Promise<number[]> => {
      const before = await calls();
      await store.findMember(at, who);
      const after = await calls();
      return ['get', 'evalsha', 'hget'].map(
        (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0),
      );
    };
    await store.findMember(pin, request(0).identityId);
    const wrongPin = await cost('999998', request(0).identityId);
    expect(wrongPin).toEqual([1, 1, 1]);
    expect(await cost(pin, 'stranger')).toEqual(wrongPin);
  });
});

describe('keys', () => {
  it('R1.6 every key goes by itself when nobody renews it', async () => {
    await useRoom(await another());
    const keys = await redis.keys(prefix);
    expect(keys.length).toBeGreaterThan(18);
    const ttls = await redis.ask((client) => Promise.all(keys.map((key) => client.pttl(key))));
    for (const [i, key] of keys.entries()) expect([key, ttls[i]! > 0]).toEqual([key, true]);
  });

  it('R1.6 nothing of a closed room is left but its resting PIN', async () => {
    const parts = await another();
    const before = await redis.keys(prefix);
    const roomId = await useRoom(parts);
    const { pin, seq } = await read(parts.store, roomId);
    await parts.store.closeRoom(roomId, 'idle', seq);
    const left = (await redis.keys(prefix)).filter((key) => !before.includes(key));
    expect(left).toHaveLength(1);
    expect(left[0]).toContain(pin);
    expect(await redis.ask((client) => client.get(left[0]!))).toBe('resting');
    await sleep(450);
    expect(await redis.keys(prefix)).toEqual(before);
  });

  it('R1.6 looking after a room keeps all of it', async () => {
    const { store } = await another();
    const roomId = await useRoom({ store } as RedisParts);
    const keys = (await redis.keys(prefix)).filter((key) => !key.includes(':timer:'));
    await redis.ask((client) => Promise.all(keys.map((key) => client.pexpire(key, 10_000))));
    await store.armHousekeeping(roomId, store.now() + 60_000);
    const ttls = await redis.ask((client) => Promise.all(keys.map((key) => client.pttl(key))));
    const short = keys.filter((key, i) => ttls[i]! <= 10_000 && !key.endsWith(':processes'));
    expect(short).toEqual([]);
  });

  it('R10.5 a room that was forgotten counts no longer', async () => {
    const { store } = await another();
    const limits = { rooms: 2, perIdentity: 2, perAddress: 2 };
    await open(store, { limits });
    await open(store, { limits });
    expect(await codeOf(() => store.openRoom(newRoom({ limits })))).toBe('TOO_MANY_ROOMS');
    await redis.ask(async (client) => {
      const [set] = (await redis.keys(prefix)).filter((key) => key.endsWith(':rooms'));
      const [oldest] = await client.zrange(set!, '0', '0');
      for (const key of await redis.keys(prefix))
        if (key.includes('{open}')) await client.zadd(key, Date.now() - 16 * 60_000, oldest!);
    });
    expect(await store.openRoom(newRoom({ limits }))).toBeDefined();
  });

  it('R1.5 the public list may be a second old', async () => {
    const { store } = await another({ listMs: 1_000 });
    expect(await store.publicRooms()).toEqual([]);
    await open(store, { options: someOptions({ isPublic: true }) });
    expect(await store.publicRooms()).toEqual([]);
    await sleep(1_000);
    expect(await store.publicRooms()).toHaveLength(1);
  });
});

describe('several processes', () => {
  it('R1.3 seat exactly 200 of 250 who join at once through four', async () => {
    const all = await some(4);
    const { roomId } = await open(all[0]!.store);
    const codes = await Promise.all(
      Array.from({ length: 250 }, (_, n) =>
        codeOf(() => all[n % 4]!.store.seatPlayer(roomId, request(n))),
      ),
    );
    expect(codes.filter((code) => code === 'ok')).toHaveLength(200);
    expect(codes.filter((code) => code === 'ROOM_FULL')).toHaveLength(50);
    const { seats } = await read(all[1]!.store, roomId);
    expect(seats.map(({ slot }) => slot)).toEqual([...Array(200).keys()]);
    expect(new Set(seats.map(({ playerName }) => playerName)).size).toBe(200);
  });

  it('R4.5 one of 200 claims that come at once through four is granted', async () => {
    const all = await some(4);
    const { roomId } = await open(all[0]!.store);
    const state = await read(all[0]!.store, roomId);
    for (let version = 0; version < 5; version++) {
      const claims = Array.from({ length: 200 }, (_, n) => {
        const phase = { ...state.phase, version };
        const transition = countdownFrom({ phase }, 60_000 + n);
        const claim = { fromVersion: version, deadline: 'any' as const, transition };
        return all[n % 4]!.store.claimPhase(roomId, claim);
      });
      const outcomes = await Promise.all(claims);
      expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'stale')).toHaveLength(199);
    }
    expect((await read(all[0]!.store, roomId)).phase.version).toBe(5);
  });

  it('R2.3 of a player who moved on to another process, only the new one is heard', async () => {
    const [one, two] = (await some(2)) as [RedisParts, RedisParts];
    const { roomId } = await open(one.store);
    await one.store.seatPlayer(roomId, request(0));
    const back = await two.store.seatPlayer(roomId, request(0, { connectionId: 'new' }));
    expect(back).toMatchObject({ resumed: true, replaced: 'c0', seat: { epoch: 2 } });
    const batch = (epoch: number) => ({
      moves: [{ slot: 0, epoch, position: [epoch, epoch] as const }],
      chats: [{ slot: 0, epoch, message: `from epoch ${epoch}` }],
    });
    await Promise.all([one.store.share(roomId, batch(1)), two.store.share(roomId, batch(2))]);
    await one.store.dropPlayer(roomId, 0, 1);
    const snapshot = (await one.store.snapshot(roomId))!;
    expect(snapshot.state.seats[0]).toMatchObject({ position: [2, 2], droppedAt: null });
    expect(snapshot.chat.map(({ message }) => message)).toEqual(['from epoch 2']);
  });

  it('tell of each event once in all', async () => {
    const told: string[] = [];
    const observe: RedisPartsSettings['observe'] = (_room, { kind }) => told.push(kind);
    const [one, two] = [await another({ observe }), await another({ observe })];
    const { roomId } = await open(one.store);
    for (const { bus } of [one, two]) await bus.subscribe(roomId, () => {});
    await one.store.seatPlayer(roomId, request(0));
    await two.store.seatPlayer(roomId, request(1));
    await two.store.share(roomId, { moves: [{ slot: 0, epoch: 1, position: [1, 1] }], chats: [] });
    await start(two.store, roomId, two.store.now() + 60_000);
    await one.store.closeRoom(roomId, 'idle', (await read(one.store, roomId)).seq);
    expect(told).toEqual(['seated', 'host', 'seated', 'phase', 'closed']);
  });
});
