import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { TestRedis } from '../support/redis.js';
import { open, request } from './parts.js';
import { redisParts } from './redis-hall.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());

it('tells of each script and command how long its reply took, refusals included', async () => {
  const times = new Map<string, number[]>();
  const answered = (name: string, tookMs: number): void =>
    void times.set(name, [...(times.get(name) ?? []), tookMs]);
  const { store, close } = await redisParts(redis.url, { answered });
  onTestFinished(close);
  const { roomId } = await open(store);
  await store.seatPlayer(roomId, request(0));
  await expect(store.seatPlayer('none', request(1))).rejects.toThrow('ROOM_NOT_FOUND');
  await store.readRoom(roomId);

  expect(times.get('open-room')).toHaveLength(1);
  expect(times.get('seat-player')).toHaveLength(2);
  // A room is read from three hashes, in one transaction.
  expect(times.get('hgetall')).toHaveLength(3);
  expect(times.get('exec')).toHaveLength(1);
  expect([...times.keys()].filter((name) => name.startsWith('eval'))).toEqual([]);
  for (const tookMs of [...times.values()].flat()) {
    expect(tookMs).toBeGreaterThan(0);
    expect(tookMs).toBeLessThan(1_000);
  }
});
