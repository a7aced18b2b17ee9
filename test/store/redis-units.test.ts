import { describe, expect, it } from 'vitest';
import {
  dueMember,
  parseDueMember,
  RedisKeys,
  type DueMember,
} from '../../src/server/live/store/redis/keys.js';
import { every } from '../../src/server/live/store/redis/every.js';
import { RedisClock } from '../../src/server/live/store/redis/redis-clock.js';
import { isAway } from '../../src/protocol/index.js';
import { asRoomError } from '../../src/server/live/store/redis/redis-errors.js';
import { newRoomId, pinOfRoom } from '../../src/server/live/store/room-id.js';

describe('keys', () => {
  const keys = new RedisKeys('a+b');

  it('of a room share one hash tag, which its PIN decides', () => {
    const roomId = newRoomId('000070');
    expect(pinOfRoom(roomId)).toBe('000070');
    const all = [...keys.room(roomId), keys.timer(roomId, 3), keys.updates(roomId)];
    for (const key of all) expect(key).toMatch(/^a\+b:rooms:\{6\}:/);
    expect(new Set(all).size).toBe(all.length);
  });

  it('of a room stand in the order in which scripts are told of them', () => {
    const roomId = newRoomId('123456');
    const named = keys.room(roomId);
    const at = (key: Parameters<typeof RedisKeys.numberOf>[0]): string | undefined =>
      named[RedisKeys.numberOf(key) - 1];
    expect(at('seats')).toBe(keys.part(roomId, 'seats'));
    expect(at('addresses')).toBe(keys.part(roomId, 'addresses'));
    expect(at('due')).toBe(keys.dueOf(roomId));
    expect([at('timerNow'), at('timerBefore')]).toEqual([undefined, undefined]);
    expect(RedisKeys.numberOf('timerBefore')).toBe(named.length + 2);
  });

  it('lead back to what they name', () => {
    const roomId = newRoomId('123456');
    expect(keys.timerOf(keys.timer(roomId, 12))).toEqual({ roomId, version: 12 });
    // What an older version of the server left behind is foreign, too.
    const old = keys.timer(roomId, 1).replace(':rooms:', ':');
    for (const foreign of ['x', keys.pin('123456'), new RedisKeys('b').timer(roomId, 1), old])
      expect(keys.timerOf(foreign)).toBeUndefined();
    const members: DueMember[] = [
      { kind: 'phase', roomId, version: 7 },
      { kind: 'housekeeping', roomId },
      { kind: 'again', roomId },
    ];
    for (const member of members) expect(parseDueMember(dueMember(member))).toEqual(member);
  });
});

describe('the clock', () => {
  const EPOCH = 1_700_000_000_000;

  /** Redis and this process on made-up clocks; `trip` is how long each way takes, in ms. */
  function clocks(): {
    clock: RedisClock;
    trips: [number, number];
    world: { steady: number; redis: number };
  } {
    const world = { steady: 50, redis: EPOCH };
    const trips: [number, number] = [1, 1];
    const pass = (ms: number): void => {
      world.steady += ms;
      world.redis += ms;
    };
    const redis = {
      time: (): Promise<[number, number]> => {
        pass(trips[0]);
        const now: [number, number] = [
          Math.floor(world.redis / 1_000),
          Math.round((world.redis % 1_000) * 1_000),
        ];
        pass(trips[1]);
        return Promise.resolve(now);
      },
    };
    return { clock: new RedisClock(redis, () => world.steady), trips, world };
  }

  it('R4.6 follows Redis by the sample with the shortest round trip', async () => {
    const { clock, trips, world } = clocks();
    trips.splice(0, 2, 80, 0);
    await clock.measure();
    expect(Math.abs(clock.now() - world.redis)).toBeLessThanOrEqual(clock.errorMs);
    trips.splice(0, 2, 1, 2);
    await clock.measure();
    expect(Math.abs(clock.now() - world.redis)).toBeLessThanOrEqual(2);
    trips.splice(0, 2, 0, 300);
    for (let n = 0; n < 10; n++) await clock.measure();
    expect(Math.abs(clock.now() - world.redis)).toBeLessThanOrEqual(2);
    expect(Number.isInteger(clock.now())).toBe(true);
  });

  it('R4.6 follows at once where a clock was set', async () => {
    const { clock, trips, world } = clocks();
    await clock.measure();
    world.redis += 5_000;
    trips.splice(0, 2, 20, 20);
    await clock.measure();
    expect(Math.abs(clock.now() - world.redis)).toBeLessThanOrEqual(20);
  });
});

describe('upkeep', () => {
  it('is done no more once it was stopped, whoever comes back from a switch then', async () => {
    let count = 0;
    const upkeep = every(
      60_000,
      async () => void (count += 1),
      () => {},
    );
    upkeep.run();
    await upkeep.stop();
    upkeep.run();
    expect(count).toBe(1);
  });
});

describe('errors of Redis', () => {
  const reply = (message: string): Error =>
    Object.assign(new Error(message), { name: 'ReplyError' });

  it('that a script makes are refusals', () => {
    expect(asRoomError(reply('MADANG ROOM_FULL '))).toMatchObject({ code: 'ROOM_FULL' });
    const refusal = asRoomError(reply('MADANG BAD_REQUEST 3 players sit already'));
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', message: '3 players sit already' });
  });

  it.each([
    new Error('Command timed out'),
    new Error('Connection is closed.'),
    reply('EXECABORT Transaction discarded because of previous errors.'),
    reply("OOM command not allowed when used memory > 'maxmemory'."),
    reply(
      'ERR Error running script (call to f_1): @user_script:3: @user_script: 3: -OOM command not',
    ),
    reply('LOADING Redis is loading the dataset in memory'),
    reply("READONLY You can't write against a read only replica."),
  ])('that mean it cannot serve now: %s', (error) => {
    expect(isAway(asRoomError(error))).toBe(true);
  });

  it('that are bugs of ours stay as they are', () => {
    const bug = reply('WRONGTYPE Operation against a key holding the wrong kind of value');
    expect(asRoomError(bug)).toBe(bug);
    expect(isAway(asRoomError(reply('MADANG NONSENSE x')))).toBe(false);
  });
});
