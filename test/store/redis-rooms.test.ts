import { nameOf } from '../../src/protocol/judged-name.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { addScreen } from '../../src/game/screen-commands.js';
import { drop, rename, sit } from '../../src/game/seat-commands.js';
import { bringQuizSet, changeOptions } from '../../src/game/settings-commands.js';
import type { CopyHead } from '../../src/server/live/store/contract.js';
import { LOG_LENGTH } from '../../src/server/live/store/limits.js';
import { chooseTickets, reissueTicket } from '../../src/game/tickets.js';
import { writingKey } from '../../src/game/writing.js';
import { newRoomId } from '../../src/server/live/store/room-id.js';
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import type {
  RedisParts,
  RedisPartsSettings,
} from '../../src/server/live/store/redis/redis-parts.js';
import { aSet, codeOf, someOptions, request } from '../support/game-data.js';
import { TestRedis } from '../support/redis.js';
import {
  claim,
  dropFrom,
  kickFrom,
  leaveFrom,
  runAll,
  seatPlayer,
} from '../support/store-verbs.js';
import {
  countdownFrom,
  newRoom,
  open,
  read,
  seatAll,
  seatsOf,
  start,
  writingFrom,
} from './parts.js';
import { newPrefix, redisParts } from './redis-hall.js';
import { choiceOf } from '../support/drawn.js';

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
async function useRoom(parts: RedisParts): Promise<string> {
  const { store, writer } = parts;
  const options = someOptions({ isPublic: true, maxPlayerCount: 9 });
  const { roomId } = await open(store, { options });
  const choice = { quizSetId: 'custom', quizCount: 2, title: 'Own' };
  await writer.run(roomId, bringQuizSet(aSet(2), choice));
  await seatAll(parts, roomId, 6);
  await writer.run(roomId, rename('p1', 'New'));
  await leaveFrom(parts, roomId, 2);
  await kickFrom(parts, roomId, 3);
  await dropFrom(parts, roomId, 4);
  const screen = { connectionId: 's1', identityId: 'watcher', process: store.processId };
  await writer.run(roomId, addScreen(screen));
  await start(parts, roomId, store.now() + 60_000);
  const state = await read(store, roomId);
  const mark = { playerId: 'p5', score: 0, isAnswer: false, played: true, rank: 1, gain: 0 };
  const tally = { game: state.tally.game, marks: [{ ...mark, fellAt: [1, 2] as const }] };
  const rights = { ...choiceOf(2), limitMs: 1_000, isVoid: false };
  const judged = [{ ...nameOf({ index: 0 }), ...rights, answers: [] }];
  await claim(parts, state, countdownFrom(state, store.now() + 60_000, { tally, judged }), 'open');
  const startTime = store.now();
  const now = await read(store, roomId);
  await claim(parts, now, { phase: writingFrom(now, startTime) }, 'open');
  const key = writingKey(await read(store, roomId)) ?? '';
  await store.share(roomId, {
    moves: [{ slot: 0, generation: 1, position: [3, 4], entered: true }],
    question: { key, startTime, pausedAt: null },
    texts: [{ slot: 0, generation: 1, texts: ['Seoul'] }],
    chats: [0, 5].map((slot) => ({ slot, generation: slot + 1, message: 'x' })),
  });
  await store.armHousekeeping(roomId, store.now() + 60_000);
  return roomId;
}

describe('members', () => {
  it('R10.4 takes the same commands to tell a wrong PIN, a room of others and one’s own', async () => {
    const parts = await another();
    const { store } = parts;
    const { roomId } = await open(store);
    await seatAll(parts, roomId, 1);
    const calls = (): Promise<string> =>
      redis.ask(async (client) => {
        const stats = await client.info('commandstats');
        return [...stats.matchAll(/cmdstat_(h?get|hmget|hgetall|sismember|evalsha):calls=(\d+)/g)]
          .map(([, name, count]) => `${name} ${count}`)
          .sort()
          .join();
      });
    const cost = async (at: string, who: string): Promise<string> => {
      await redis.ask((client) => client.config('RESETSTAT'));
      await store.standing(at, { identityId: who, address: 'x' });
      return calls();
    };
    const own = await cost(roomId, request(0).identityId);
    expect(own).toContain('hmget 1');
    expect(own).not.toContain('hgetall');
    expect(await cost(newRoomId('999998'), request(0).identityId)).toBe(own);
    expect(await cost(roomId, 'stranger')).toBe(own);
  });
});

describe('keys', () => {
  it('R1.6 every key goes by itself when nobody renews it', async () => {
    const roomId = await useRoom(await another());
    const keys = await redis.keys(prefix);
    const named = new RedisKeys(prefix).room(roomId);
    // All that a room may have, but for the public list: it runs.
    const isListed = (key: string): boolean => key.endsWith(':public');
    expect(named.filter((key) => !keys.includes(key) && !isListed(key))).toEqual([]);
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
    const parts = await another();
    const { store } = parts;
    const roomId = await useRoom(parts);
    const keys = (await redis.keys(prefix)).filter((key) => !key.includes(':timer:'));
    await redis.ask((client) => Promise.all(keys.map((key) => client.pexpire(key, 10_000))));
    await store.armHousekeeping(roomId, store.now() + 60_000);
    const ttls = await redis.ask((client) => Promise.all(keys.map((key) => client.pttl(key))));
    const short = keys.filter(
      (key, i) => ttls[i]! <= 10_000 && !/:(processes|installation)$/.test(key),
    );
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
        if (key.includes('{open}') && !key.endsWith(':installation'))
          await client.zadd(key, Date.now() - 16 * 60_000, oldest!);
    });
    expect(await store.openRoom(newRoom({ limits }))).toBeDefined();
  });

  it('R1.5 the public list may be a second old', async () => {
    const parts = await another({ listMs: 1_000 });
    const { store } = parts;
    expect(await store.publicRooms()).toEqual([]);
    const { roomId } = await open(store, { options: someOptions({ isPublic: true }) });
    await seatAll(parts, roomId, 1);
    expect(await store.publicRooms()).toEqual([]);
    await sleep(1_000);
    expect(await store.publicRooms()).toHaveLength(1);
  });
});

describe('a room of another version of the server', () => {
  it('is read by nobody, and is still found, looked after and closed', async () => {
    const parts = await another();
    const { store, writer } = parts;
    const { roomId, pin } = await open(store);
    await seatAll(parts, roomId, 1);
    const { seq } = await read(store, roomId);
    const room = new RedisKeys(prefix).part(roomId, 'room');
    await redis.ask((client) => client.hset(room, 'schema', 'another'));
    const before = await redis.ask((client) => client.hgetall(room));
    const refused = [
      () => store.readRoom(roomId),
      () => store.snapshot(roomId),
      () => seatPlayer(parts, roomId, request(1)),
      () => writer.run(roomId, rename('p0', 'New')),
    ];
    for (const act of refused) expect(await codeOf(act)).toBe('UPDATING');
    expect(await redis.ask((client) => client.hgetall(room))).toEqual(before);
    expect(await store.findRoom(pin)).toBe(roomId);
    await store.closeRoom(roomId, 'idle', seq);
    expect(await store.findRoom(pin)).toBeUndefined();
  });
});

describe('the log of a room', () => {
  it('holds a few more appends than it has to at most', async () => {
    const parts = await another();
    const { roomId } = await open(parts.store);
    await seatAll(parts, roomId, 1);
    for (let n = 0; n < 2 * LOG_LENGTH; n++)
      await parts.writer.run(roomId, rename('p0', `Name ${n}`));
    const log = new RedisKeys(prefix).part(roomId, 'log');
    const length = await redis.ask((client) => client.xlen(log));
    expect(length).toBeGreaterThanOrEqual(LOG_LENGTH);
    expect(length).toBeLessThan(LOG_LENGTH + 128);
  });

  it('begins anew where it is too large, and who has missed more takes a snapshot', async () => {
    const parts = await another();
    const { store, writer } = parts;
    const { roomId } = await open(store);
    await seatAll(parts, roomId, 1);
    const log = new RedisKeys(prefix).part(roomId, 'log');
    const head = async (): Promise<CopyHead> => {
      const { incarnation, state } = (await store.snapshot(roomId))!;
      return { incarnation, seq: state.seq, lastAppend: state.lastAppend, lastChatId: 0 };
    };
    // 32 kB each.
    const grow = (): Promise<void> =>
      writer.run(roomId, changeOptions({ title: 'x'.repeat(32 * 1024) }));
    const heads: CopyHead[] = [];
    for (let n = 0; n < 20; n++) {
      heads.push(await head());
      await grow();
    }
    // It began anew with the sixteenth, which is the first that it holds.
    expect(await redis.ask((client) => client.xlen(log))).toBe(5);
    const kinds: (string | undefined)[] = [];
    for (const one of heads) kinds.push((await store.since(roomId, one))?.kind);
    expect(kinds).toEqual(heads.map((_, n) => (n < 16 ? 'snapshot' : 'replay')));
    expect((await store.since(roomId, await head()))?.kind).toBe('replay');
    const ttl = await redis.ask((client) => client.pttl(log));
    expect(ttl).toBeGreaterThan(60_000);
  });
});

describe('several processes', () => {
  it('R1.3 seat exactly 200 of 250 who join at once through four', async () => {
    const all = await some(4);
    const { roomId } = await open(all[0]!.store);
    const crowd = Array.from({ length: 250 }, (_, n) => sit(request(n)));
    const results = await Promise.all(
      all.map((parts, i) =>
        runAll(
          parts,
          roomId,
          crowd.filter((_, n) => n % 4 === i),
        ),
      ),
    );
    const codes = results.flat().map((result) => ('code' in result ? result.code : 'ok'));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(200);
    expect(codes.filter((code) => code === 'ROOM_FULL')).toHaveLength(50);
    const seats = await seatsOf(all[1]!.store, roomId);
    expect(seats.map(({ slot }) => slot)).toEqual([...Array(200).keys()]);
    expect(new Set(seats.map(({ playerName }) => playerName)).size).toBe(200);
  });

  it('R1.4 one of many who want to be called the same is, through all of them', async () => {
    const all = await some(4);
    const { roomId } = await open(all[0]!.store);
    await Promise.all(
      all.map((parts, i) => {
        const crowd = Array.from({ length: 20 }, (_, n) =>
          sit(request(20 * i + n, { playerName: 'Kim' })),
        );
        return runAll(parts, roomId, crowd);
      }),
    );
    const names = (await seatsOf(all[0]!.store, roomId)).map(({ playerName }) => playerName);
    const numbered = Array.from({ length: 79 }, (_, n) => `Kim ${n + 2}`);
    expect(names.toSorted()).toEqual(['Kim', ...numbered].toSorted());
  });

  it('R4.5 one of 200 claims that come at once through four is granted', async () => {
    const all = await some(4);
    const { roomId } = await open(all[0]!.store);
    for (let version = 0; version < 5; version++) {
      const state = await read(all[0]!.store, roomId);
      const claims = Array.from({ length: 200 }, (_, n) =>
        claim(all[n % 4]!, state, countdownFrom(state, 60_000 + n)),
      );
      const kinds = (await Promise.all(claims)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'stale')).toHaveLength(199);
    }
    expect((await read(all[0]!.store, roomId)).phase.version).toBe(5);
  });

  it('R2.3 of a player who moved on to another process, only the new one is heard', async () => {
    const [one, two] = (await some(2)) as [RedisParts, RedisParts];
    const { roomId } = await open(one.store);
    const { seat } = await seatPlayer(one, roomId, request(0));
    const back = await seatPlayer(two, roomId, request(0, { connectionId: 'new' }));
    expect(back).toMatchObject({ resumed: true, replaced: 'c0', seat: { generation: 2 } });
    const batch = (generation: number) => ({
      moves: [{ slot: 0, generation, position: [generation, generation] as const }],
      chats: [{ slot: 0, generation, message: `from ${generation}` }],
    });
    await Promise.all([one.store.share(roomId, batch(1)), two.store.share(roomId, batch(2))]);
    await one.writer.run(roomId, drop({ ...seat, connectionId: 'c0' }));
    const snapshot = (await one.store.snapshot(roomId))!;
    expect(snapshot.state.seats.get(0)).toMatchObject({ position: [2, 2], droppedAt: null });
    expect(snapshot.chat.map(({ message }) => message)).toEqual(['from 2']);
  });

  it('know each its own last append', async () => {
    const [one, two] = (await some(2)) as [RedisParts, RedisParts];
    const { roomId } = await open(one.store);
    await seatPlayer(one, roomId, request(0));
    const first = (await read(one.store, roomId)).lastAppend;
    expect(await two.store.lastAppendOf(roomId)).toBeUndefined();
    await seatPlayer(two, roomId, request(1));
    const second = (await read(one.store, roomId)).lastAppend;
    expect(await one.store.lastAppendOf(roomId)).toEqual(first);
    expect(await two.store.lastAppendOf(roomId)).toEqual(second);
    expect([first.seq, second.seq]).toEqual([1, 2]);
  });

  it('tell of each event once in all', async () => {
    const told: string[] = [];
    const observe: RedisPartsSettings['observe'] = (_room, update) =>
      told.push(
        ...(update.kind === 'appended' ? update.changes.map(({ kind }) => kind) : [update.kind]),
      );
    const [one, two] = [await another({ observe }), await another({ observe })];
    const { roomId } = await open(one.store);
    for (const { bus } of [one, two]) await bus.subscribe(roomId, () => {});
    await seatPlayer(one, roomId, request(0));
    await seatPlayer(two, roomId, request(1));
    const moves = [{ slot: 0, generation: 1, position: [1, 1] as const }];
    await two.store.share(roomId, { moves, chats: [] });
    await start(two, roomId, two.store.now() + 60_000);
    await one.store.closeRoom(roomId, 'idle', (await read(one.store, roomId)).seq);
    expect(told).toEqual(['seated', 'host', 'seated', 'phase', 'closed']);
  });
});

describe('tickets of a room that another process hosts', () => {
  const someone = (n: number) => ({
    identityId: `t${n}`,
    digest: `d${n}`,
    playerName: `Name ${n}`,
  });

  it('R28.10 are read anew only where a change could have replaced them', async () => {
    const [host, other] = (await some(2)) as [RedisParts, RedisParts];
    const { roomId } = await open(host.store, { identityId: 'opener' });
    const list = { id: 'list', title: 'List', teamNames: [], tickets: [someone(0), someone(1)] };
    await host.writer.run(roomId, chooseTickets(list, true, 200));
    const asked = vi.spyOn(Redis.prototype, 'hmget');
    onTestFinished(() => asked.mockRestore());
    /** The digests, and how often all tickets were read for them. */
    const digests = async (): Promise<[string[] | undefined, number]> => {
      asked.mockClear();
      const room = await other.store.readFields(roomId, ['tickets', 'hostId']);
      const reads = asked.mock.calls.filter((args) => args.flat().includes('tickets'));
      return [room?.tickets?.tickets.map(({ digest }) => digest), reads.length];
    };
    expect(await digests()).toEqual([['d0', 'd1'], 1]);
    for (let n = 0; n < 20; n++) expect(await digests()).toEqual([['d0', 'd1'], 0]);
    // A player who comes in changes no ticket.
    await seatPlayer(host, roomId, request(1));
    expect(await digests()).toEqual([['d0', 'd1'], 0]);
    await host.writer.run(roomId, reissueTicket('opener', 2, 'new'));
    expect(await digests()).toEqual([['d0', 'new'], 1]);
    expect(await digests()).toEqual([['d0', 'new'], 0]);
    expect(await other.store.readFields(newRoomId('999998'), ['tickets'])).toBeUndefined();
  });
});
