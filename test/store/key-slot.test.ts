import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import { slotOf } from '../../src/server/live/store/redis/key-slot.js';
import { ALL_BUCKETS, RedisKeys } from '../../src/server/live/store/redis/keys.js';
import { newRoomId } from '../../src/server/live/store/room-id.js';
import { freePorts } from '../support/ports.js';
import { TestRedis } from '../support/redis.js';

describe('the slot of a key', () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await TestRedis.start(
      '--cluster-enabled',
      'yes',
      '--cluster-port',
      `${await freePorts()}`,
    );
    client = new Redis(redis.url);
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  it('is the one that Redis says', async () => {
    const keys = new RedisKeys('halls');
    const asked = [
      keys.processes(),
      keys.openRooms(),
      keys.count('한글'),
      ...ALL_BUCKETS.map((bucket) => keys.due(bucket)),
    ].concat('', 'a', '{}b', 'a{}{b}', '{a}b', 'x{a}{b}', '{{a}b', '}a{b}', 'a{b', '{a');
    const told = await Promise.all(asked.map((key) => client.call('CLUSTER', 'KEYSLOT', key)));
    expect(asked.map(slotOf)).toEqual(told);
  });

  it('is the same for all that one script needs', () => {
    const keys = new RedisKeys('halls');
    const roomId = newRoomId('123456');
    const room = [...keys.room(roomId), keys.timer(roomId, 1), keys.updates(roomId)];
    expect(new Set(room.map(slotOf)).size).toBe(1);
    const opening = [...keys.counts('me', '::1'), keys.installation()];
    expect(new Set(opening.map(slotOf)).size).toBe(1);
  });
});
