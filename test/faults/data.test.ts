import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testSet } from '../support/app.js';
import { closeFleets, Fleet, report } from './fleet.js';
import { inPhase, lost, standAll } from './watching.js';
import { PATIENT } from '../support/patience.js';

const PREFIX = 'madang:';
const SETS = [testSet(1)];

afterAll(closeFleets);

describe.concurrent('R4.5 FLUSHALL in a game', () => {
  it('players get ROOM_LOST, nothing crashes, and new rooms work', async () => {
    const fleet = await Fleet.inProcess(2, {}, SETS);
    const room = await fleet.openRoom(0, {}, 3);
    await room.host.do('startGame', {});
    await Promise.all(room.players.map((player) => player.wait('startQuizTime')));
    const flushedAt = performance.now();
    await fleet.redis.ask((client) => client.flushall());
    for (const player of room.players) player.tell('updatePosition', { newPosition: [0.5, 0.5] });
    await Promise.all(room.players.map(lost));
    report(
      `FLUSHALL: players told ROOM_LOST after at most ${Math.round(performance.now() - flushedAt)} ms`,
    );
    for (const player of room.players) {
      expect(player.last('notice')).toEqual({ code: 'ROOM_LOST' });
      expect(player.heard.at(-1)!.payload).toBe('io server disconnect');
    }
    const back = fleet.comeBack(room.host, 1, room.pin);
    await lost(back);
    expect(back.last('exception')).toMatchObject({ code: 'ROOM_NOT_FOUND' });

    const next = await fleet.openRoom(1, {}, 3);
    await next.host.do('startGame', {});
    await Promise.all(next.players.map((player) => inPhase(player, 'question')));
  });
});

describe.concurrent('a Redis that is full', () => {
  it('refuses rooms and players before it is, so that running games go on', async () => {
    const redisArgs = ['--maxmemory-policy', 'noeviction'];
    const fleet = await Fleet.inProcess(2, {}, SETS, { redisArgs });
    const room = await fleet.openRoom(0, {}, 3);
    const used = await fleet.redis.ask(async (client) => {
      // So much that the buffers of connections, which come and go, make no difference.
      await client.setrange('ballast', 50_000_000, 'x');
      return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    });
    const limit = (bytes: number): Promise<unknown> =>
      fleet.redis.ask((client) => client.config('SET', 'maxmemory', String(bytes)));
    await limit(Math.round(used * 1.05));
    await vi.waitFor(
      async () => expect(await fleet.connect(0).fail('createRoom', {})).toBe('STORE_AWAY'),
      { ...PATIENT, interval: 200 },
    );
    await vi.waitFor(
      async () =>
        expect(await fleet.connect(1).fail('joinRoom', { gameId: room.pin })).toBe('STORE_AWAY'),
      { ...PATIENT, interval: 200 },
    );
    await room.host.do('startGame', {});
    await Promise.all(room.players.map((player) => player.wait('endGame')));
    await room.host.do('chatMessage', { message: 'still here' });
    await limit(0);
    report('Redis nearly full: rooms and joins refused (STORE_AWAY); the running game went on');
  });

  it('refuses rooms and joins with STORE_AWAY; games wait where it is full all the same, and go on when there is room', async () => {
    const redisArgs = ['--maxmemory-policy', 'noeviction'];
    const fleet = await Fleet.inProcess(2, {}, SETS, { redisArgs });
    const room = await fleet.openRoom(0, {}, 3);
    await room.host.do('startGame', {});
    await standAll(room.players, () => true);
    const limit = (bytes: string): Promise<unknown> =>
      fleet.redis.ask((client) => client.config('SET', 'maxmemory', bytes));
    await limit('1mb');
    const newcomer = fleet.connect(1);
    expect(await newcomer.fail('joinRoom', { gameId: room.pin })).toBe('STORE_AWAY');
    expect(await fleet.connect(0).fail('createRoom', {})).toBe('STORE_AWAY');
    expect(await room.host.fail('setPlayerName', { playerName: 'X' })).toBe('STORE_AWAY');
    for (const player of room.players) player.tell('chatMessage', { message: 'lost' });
    const { endTime } = room.host.last('startQuizTime')!;
    await sleep(endTime - Date.now() + 300);
    expect(room.host.all('endQuizTime')).toEqual([]);
    for (const player of room.players) expect(player.events()).not.toContain('disconnect');
    await limit('0');
    const freedAt = performance.now();
    await Promise.all(room.players.map((player) => player.wait('endQuizTime')));
    report(
      `Redis full: joins and rooms refused (STORE_AWAY); the game went on ${Math.round(performance.now() - freedAt)} ms after there was room`,
    );
    await Promise.all(room.players.map((player) => player.wait('endGame')));
    // A process looks every few seconds whether there is room again.
    await vi.waitFor(
      async () => expect(await newcomer.fail('joinRoom', { gameId: room.pin })).toBe('ok'),
      { ...PATIENT, interval: 200 },
    );
  });
});

describe.concurrent('R1.6 the keys of a room', () => {
  it('all have a TTL while it lives, and are gone when it has ended', async () => {
    const env = { EMPTY_ROOM_S: '0.5' };
    const fleet = await Fleet.inProcess(2, env, SETS);
    const room = await fleet.openRoom(0, { isPublic: true }, 3);
    await room.host.do('startGame', {});
    await standAll(room.players, () => true);
    await room.host.do('chatMessage', { message: 'hello' });
    await room.host.do('kickRoom', { kickPlayerId: room.players[3]!.playerId });
    const during = await fleet.redis.keys(PREFIX);
    const ttls = await fleet.redis.ask((client) =>
      Promise.all(during.map(async (key) => [key, await client.pttl(key)] as const)),
    );
    expect(during.length).toBeGreaterThan(15);
    expect(ttls.filter(([, ttl]) => ttl <= 0)).toEqual([]);
    await inPhase(room.host, 'reveal');
    await room.host.wait('endGame');
    for (const player of room.players) player.close();
    const left = (): Promise<string[]> => fleet.redis.keys(PREFIX);
    const ofProcesses = [`${PREFIX}processes`, `${PREFIX}{open}:installation`];
    const own = (keys: string[]): string[] => keys.filter((key) => !ofProcesses.includes(key));
    await vi.waitFor(async () => {
      expect(own(await left()).filter((key) => !key.includes(':pin:'))).toEqual([]);
    }, PATIENT);
    // The PIN rests before somebody else may get it.
    const [pin, ...more] = own(await left());
    expect(more).toEqual([]);
    expect(await fleet.redis.ask((client) => client.get(pin!))).toBe('resting');
    report(
      `keys of a room: ${during.length} in a game, each with a TTL; after it ended only its resting PIN`,
    );
  });
});
