import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest';
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import type {
  RedisParts,
  RedisPartsSettings,
} from '../../src/server/live/store/redis/redis-parts.js';
import { addScreen } from '../../src/game/screen-commands.js';
import { Heard } from '../support/heard.js';
import { TestRedis } from '../support/redis.js';
import { seatPlayer } from '../support/store-verbs.js';
import { changesOf, heardUpTo, listen, open, read, seatsOf } from './parts.js';
import { request } from '../support/game-data.js';
import { collectLogs, newPrefix, redisParts } from './redis-hall.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const LEASE_MS = 900;
/** Until a process judges others. */
const STEADY_MS = LEASE_MS + 3_200;

let redis: TestRedis;
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());

interface SharedRoom {
  one: RedisParts;
  two: RedisParts;
  roomId: string;
  prefix: string;
}

/** A room with a player each in two processes, of which the first then ends; closed with the test. */
async function sharedRoom(
  onTestFinished: TestContext['onTestFinished'],
  settings: Partial<RedisPartsSettings> = {},
  { url } = redis,
): Promise<SharedRoom> {
  const prefix = newPrefix();
  const [one, two] = (await Promise.all(
    [1, 2].map(() => redisParts(url, { prefix, leaseMs: LEASE_MS, ...settings })),
  )) as [RedisParts, RedisParts];
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
  });
  const { roomId } = await open(one.store);
  await one.store.armHousekeeping(roomId, one.store.now() + 60_000);
  const sitBy = (parts: RedisParts, n: number, changes = {}) =>
    seatPlayer(parts, roomId, request(n, { process: parts.store.processId, ...changes }));
  await sitBy(one, 0);
  await sitBy(two, 1);
  await sitBy(one, 2);
  await sitBy(two, 2, { connectionId: 'moved' });
  return { one, two, roomId, prefix };
}

const connected = async ({ store }: RedisParts, roomId: string): Promise<boolean[]> =>
  (await seatsOf(store, roomId)).map(({ droppedAt }) => droppedAt === null);
const screen = ({ store: { processId } }: RedisParts, n: number) =>
  addScreen({ connectionId: `s${n}`, identityId: `watcher-${n}`, process: processId });

describe.concurrent('a process that is no more', () => {
  it('R10.5 has the places of its projectors freed, which it is told in case it is there after all', async ({
    expect,
    onTestFinished,
  }) => {
    const { one, two, roomId } = await sharedRoom(onTestFinished, { leaseMs: 3_000 });
    await one.writer.run(roomId, screen(one, 1));
    await two.writer.run(roomId, screen(two, 2));
    await one.writer.run(roomId, screen(one, 3));
    const { seq } = await read(two.store, roomId);
    const updates = await listen(two, roomId);
    await sleep(6_500);
    await one.close();
    const told = changesOf(await heardUpTo(updates, seq + 1));
    // All that was the process's own, at once.
    expect(told).toMatchObject([
      { kind: 'dropped', slot: 0 },
      { kind: 'screensRemoved', connectionIds: ['s1', 's3'], reason: 'lost' },
    ]);
    const { screens, watchers } = await read(two.store, roomId);
    expect([...screens.keys()]).toEqual(['s2']);
    // Whoever was let in before is let in again, if need be behind the lock.
    expect([...watchers].toSorted()).toEqual(['watcher-1', 'watcher-2', 'watcher-3']);
  });

  it('R2.2, R3.2 has its seats marked dropped, and somebody looks after the room', async ({
    expect,
    onTestFinished,
  }) => {
    const { one, two, roomId, prefix } = await sharedRoom(onTestFinished);
    const { seq } = await read(two.store, roomId);
    const updates = await listen(two, roomId);
    const heard = new Heard<string>();
    two.timer.onDue((due) => heard.note(due.roomId));
    // As if killed: nothing is said to Redis any more.
    const { commands, subscriber } = one.shards.home()!.connections;
    for (const redisConnection of [commands, subscriber]) redisConnection.disconnect();
    const endedAt = performance.now();
    const dropped = changesOf(await heardUpTo(updates, seq + 1));
    expect(dropped).toMatchObject([{ kind: 'dropped', slot: 0 }]);
    expect(performance.now() - endedAt).toBeLessThan(pace.allow(STEADY_MS + LEASE_MS + 500));
    await heard.wait((id) => id === roomId);
    expect(await connected(two, roomId)).toEqual([false, true, true]);
    await sleep(1_200);
    expect((await read(two.store, roomId)).seq).toBe(seq + 1);
    // By its last append it could still find out what has happened; nothing else names it any more.
    const { processId } = one.store;
    const held = (await redis.keys(prefix)).find((key) => key.includes(':holders:'));
    expect(await redis.ask((client) => client.sismember(held!, processId))).toBe(0);
    const document = (await redis.keys(prefix)).find((key) => key.includes(':room:'));
    const fields = await redis.ask((client) => client.hkeys(document!));
    expect(fields.filter((field) => field.includes(processId))).toEqual([`append:${processId}`]);
  });

  it('R2.2 leaves nothing to wait for where it ends in order', async ({
    expect,
    onTestFinished,
  }) => {
    // Long enough to tell a lease that was given back from one that ran out.
    const { one, two, roomId } = await sharedRoom(onTestFinished, { leaseMs: 3_000 });
    await sleep(6_500);
    await one.close();
    await expect.poll(() => connected(two, roomId)).toEqual([false, true, true]);
  });

  it('R2.2 has its seats in a room of another version left to those who know that version', async ({
    expect,
    onTestFinished,
  }) => {
    const { lines, logger } = collectLogs();
    const { one, two, roomId, prefix } = await sharedRoom(onTestFinished, { logger });
    const foreign = await open(one.store);
    const { processId } = one.store;
    await seatPlayer(one, foreign.roomId, request(0, { process: processId }));
    const document = new RedisKeys(prefix).part(foreign.roomId, 'room');
    const schemaIs = (schema: string): Promise<unknown> =>
      redis.ask((client) => client.hset(document, 'schema', schema));
    const schema = await redis.ask((client) => client.hget(document, 'schema'));
    await schemaIs('another');
    await sleep(STEADY_MS);
    await one.close();
    await expect.poll(() => connected(two, roomId)).toEqual([false, true, true]);
    await sleep(LEASE_MS);
    expect(lines).toEqual([]);
    // Whoever knows it finds what is left to be done.
    await schemaIs(schema!);
    await expect.poll(() => connected(two, foreign.roomId)).toEqual([false]);
  });

  it('is told apart from one that Redis lost sight of together with all others', async ({
    expect,
    onTestFinished,
  }) => {
    const own = await TestRedis.start();
    onTestFinished(() => own.stop());
    const { one, two, roomId } = await sharedRoom(onTestFinished, {}, own);
    await sleep(STEADY_MS);
    own.freeze();
    await sleep(LEASE_MS + 1_500);
    own.thaw();
    await expect.poll(() => one.status().isAway || two.status().isAway).toBe(false);
    await sleep(STEADY_MS + 500);
    expect(await connected(two, roomId)).toEqual([true, true, true]);
  });
});
