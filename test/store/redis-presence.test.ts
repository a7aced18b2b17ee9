import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RedisParts, RedisPartsSettings } from '../../src/store/redis/redis-parts.js';
import { Heard } from '../support/heard.js';
import { TestRedis } from '../support/redis.js';
import { heardUpTo, listen, open, read, request, type StoreParts } from './parts.js';
import { newPrefix, redisParts } from './redis-hall.js';

const LEASE_MS = 900;
/** Until a process judges others. */
const STEADY_MS = LEASE_MS + 3_200;

let redis: TestRedis;
let prefix: string;
let running: RedisParts[];
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());
beforeEach(() => {
  prefix = newPrefix();
  running = [];
});
afterEach(() => Promise.all(running.map((parts) => parts.close())));

async function another(settings: Partial<RedisPartsSettings> = {}): Promise<RedisParts> {
  const parts = await redisParts(redis.url, { prefix, leaseMs: LEASE_MS, ...settings });
  running.push(parts);
  return parts;
}

/** A room with a player each in two processes, of which the first then ends. */
async function sharedRoom(
  settings: Partial<RedisPartsSettings> = {},
): Promise<{ one: RedisParts; two: RedisParts; roomId: string }> {
  const [one, two] = [await another(settings), await another(settings)];
  const { roomId } = await open(one.store);
  await one.store.armHousekeeping(roomId, one.store.now() + 60_000);
  await one.store.seatPlayer(roomId, request(0));
  await two.store.seatPlayer(roomId, request(1));
  await one.store.seatPlayer(roomId, request(2));
  await two.store.seatPlayer(roomId, request(2, { connectionId: 'moved' }));
  return { one, two, roomId };
}

const connected = async ({ store }: RedisParts, roomId: string): Promise<boolean[]> =>
  (await read(store, roomId)).seats.map(({ droppedAt }) => droppedAt === null);

describe('a process that is no more', () => {
  it('R10.5 has the places of its projectors freed, which it is told in case it is there after all', async () => {
    const { one, two, roomId } = await sharedRoom({ leaseMs: 3_000 });
    await one.store.addScreen(roomId, { connectionId: 's1', identityId: 'watcher-1' });
    await two.store.addScreen(roomId, { connectionId: 's2', identityId: 'watcher-2' });
    const facts = await listen(two as unknown as StoreParts, roomId);
    await sleep(6_500);
    await one.close();
    const freed = await facts.wait((fact) => fact.kind === 'screensFreed');
    expect(freed).toMatchObject({ connectionIds: ['s1'] });
    expect(await two.store.dismissScreens(roomId)).toEqual(['s2']);
  });

  it('R2.2, R3.2 has its seats marked dropped, and somebody looks after the room', async () => {
    const { one, two, roomId } = await sharedRoom();
    const { seq } = await read(two.store, roomId);
    const facts = await listen(two as unknown as StoreParts, roomId);
    const heard = new Heard<string>();
    two.timer.onDue((due) => heard.note(due.roomId));
    // As if killed: nothing is said to Redis any more.
    for (const redisConnection of [one.connections.commands, one.connections.subscriber])
      redisConnection.disconnect();
    const endedAt = performance.now();
    const [dropped] = await heardUpTo(facts, seq + 1);
    expect(dropped).toMatchObject({ kind: 'dropped', slot: 0 });
    expect(performance.now() - endedAt).toBeLessThan(STEADY_MS + LEASE_MS + 500);
    await heard.wait((id) => id === roomId);
    expect(await connected(two, roomId)).toEqual([false, true, true]);
    await sleep(1_200);
    expect((await read(two.store, roomId)).seq).toBe(seq + 1);
  });

  it('R2.2 leaves nothing to wait for where it ends in order', async () => {
    // Long enough to tell a lease that was given back from one that ran out.
    const { one, two, roomId } = await sharedRoom({ leaseMs: 3_000 });
    await sleep(6_500);
    await one.close();
    await expect
      .poll(() => connected(two, roomId), { timeout: 2_000 })
      .toEqual([false, true, true]);
  });

  it('is told apart from one that Redis lost sight of together with all others', async () => {
    const { one, two, roomId } = await sharedRoom();
    await sleep(STEADY_MS);
    redis.freeze();
    await sleep(LEASE_MS + 1_500);
    redis.thaw();
    await expect.poll(() => one.status().isAway || two.status().isAway).toBe(false);
    await sleep(STEADY_MS + 500);
    expect(await connected(two, roomId)).toEqual([true, true, true]);
  });
});
