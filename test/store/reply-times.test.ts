import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { sit } from '../../src/game/seat-commands.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { TestRedis } from '../support/redis.js';
import { open, read } from './parts.js';
import { request } from '../support/game-data.js';
import { redisParts } from './redis-hall.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

let redis: TestRedis;
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());

it('tells of each script and command how long its reply took, refusals included', async () => {
  const times = new Map<string, number[]>();
  const answered = (name: string, tookMs: number): void =>
    void times.set(name, [...(times.get(name) ?? []), tookMs]);
  const parts = await redisParts(redis.url, { answered });
  onTestFinished(parts.close);
  const { store } = parts;
  const { roomId } = await open(store);
  const room = await read(store, roomId);
  const sitting = decideAll(room, [sit(request(0))], store.now()).append;
  await store.append(roomId, { ...sitting, id: 'one' });
  const nowhere = store.append('none', { ...sitting, id: 'two' });
  await expect(nowhere).rejects.toThrow('ROOM_NOT_FOUND');

  expect(times.get('open-room')).toHaveLength(1);
  expect(times.get('append')).toHaveLength(2);
  // A room is read from seven hashes, two texts and a set, in one transaction.
  expect(times.get('hgetall')).toHaveLength(7);
  expect(times.get('get')).toHaveLength(2);
  expect(times.get('smembers')).toHaveLength(1);
  expect(times.get('exec')).toHaveLength(1);
  expect([...times.keys()].filter((name) => name.startsWith('eval'))).toEqual([]);
  for (const tookMs of [...times.values()].flat()) {
    expect(tookMs).toBeGreaterThan(0);
    expect(tookMs).toBeLessThan(pace.allow(1_000));
  }
});
