import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { settle } from '../support/hall.js';
import { closeFleets, Fleet, memoryOf, report, troubles, type Room } from './fleet.js';
import { expectNothingTwice, inPhase, stand, standAll, untilJudged } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const ENV = { COUNTDOWN_MS: '300', GET_READY_MS: '200', REVEAL_MS: '600' };
/** The game goes on by itself this soon after Redis is back. */
const BACK_MS = 2_000;
/** Room for garbage that is not collected yet. */
const GROWTH_MB = 40;
const MOVE_EVERY_MS = 20;

afterAll(closeFleets);

const isRight = (player: number): boolean => player % 2 === 0;

/** A game whose only question stands, with everybody in place. */
async function playing(fleet: Fleet, seconds?: number): Promise<Room> {
  const room = await fleet.openRoom(0, {}, 5);
  await fleet.bringSet(room, 1, 2, seconds);
  await room.host.do('startGame', {});
  await Promise.all(room.players.map((player) => player.wait('startQuizTime')));
  await standAll(room.players, isRight);
  return room;
}

const endOf = ({ host }: Room): number => host.last('startQuizTime')!.endTime;

/** What players do who notice nothing: they run about, and stand in the end where they should. */
async function runAbout(players: TestClient[], isRightNow: (player: number) => boolean) {
  for (let n = 0; n < 30; n++) {
    for (const player of players) player.tell('updatePosition', { newPosition: [0.5, n / 30] });
    await sleep(MOVE_EVERY_MS);
  }
  await Promise.all(players.map((player, n) => stand(player, isRightNow(n))));
}

async function finish({ players, host }: Room): Promise<void> {
  await Promise.all(players.map((player) => player.wait('endGame')));
  for (const player of players) {
    expectNothingTwice(player);
    expect(player.last('endGame')).toEqual(host.last('endGame'));
    expect(player.events()).not.toContain('disconnect');
  }
}

function expectScores({ players, host }: Room, right: number): void {
  const { results } = host.last('endGame')!;
  const scores = new Map(results.map(({ playerId, score }) => [playerId, score]));
  expect(players.map(({ playerId }) => scores.get(playerId))).toEqual(
    players.map((_, n) => (isRight(n) ? right : 0)),
  );
}

function expectRight({ players, host }: Room, who: (player: number) => boolean): void {
  const marks = new Map(
    host.last('endQuizTime')!.players.map(({ playerId, isAnswer }) => [playerId, isAnswer]),
  );
  expect(players.map(({ playerId }) => marks.get(playerId))).toEqual(players.map((_, n) => who(n)));
}

async function expectHealthy(fleet: Fleet): Promise<void> {
  for (const [n, server] of fleet.servers.entries()) {
    expect(server.process.exitCode).toBeNull();
    expect(troubles(server)).toEqual([]);
    expect((await fleet.health(n)).status).toBe('ok');
  }
}

const codes = (client: TestClient): string[] => client.all('notice').map(({ code }) => code);

describe.concurrent('R4.5 Redis hangs', () => {
  it('for 3 s across a deadline: players are told, and the game goes on within 2 s', async () => {
    const fleet = await Fleet.start(2, ENV);
    const room = await playing(fleet);
    const { players, host, pin } = room;
    const [dropper, leaver] = await Promise.all(
      ['Dropper', 'Leaver'].map((name) => fleet.join(1, pin, name)),
    );
    const before = fleet.servers.map(memoryOf);
    await sleep(endOf(room) - Date.now() - 1_500);
    fleet.redis.freeze();
    const frozenAt = performance.now();
    // In time, though nobody else hears of it: everybody changes sides.
    await runAbout(players, (n) => !isRight(n));
    dropper!.drop();
    leaver!.tell('exitRoom', {});
    const refused = host.fail('lockRoom', { locked: true });
    await Promise.all(
      players.map((one) => one.wait('notice', ({ code }) => code === 'STORE_AWAY')),
    );
    const toldMs = performance.now() - frozenAt;
    expect(await refused).toBe('STORE_AWAY');
    expect(await host.fail('setPlayerName', { playerName: 'X' })).toBe('STORE_AWAY');
    // Too late.
    await runAbout(players, isRight);
    await sleep(3_000 - (performance.now() - frozenAt));
    expect(host.all('endQuizTime')).toEqual([]);
    fleet.redis.thaw();
    const thawedAt = performance.now();
    await Promise.all(players.map((player) => player.wait('endQuizTime')));
    const onMs = performance.now() - thawedAt;
    expectRight(room, (n) => !isRight(n));
    await Promise.all(
      players.map((one) => one.wait('notice', ({ code }) => code === 'STORE_BACK')),
    );
    const growth = Math.max(...fleet.servers.map((server, n) => memoryOf(server) - before[n]!));
    report(
      `Redis hung for 3 s: players told after ${Math.round(toldMs)} ms, the game went on ` +
        `${Math.round(onMs)} ms after it was back, memory grew by ${growth.toFixed(1)} MB at most`,
    );
    expect(onMs).toBeLessThan(pace.allow(BACK_MS));
    expect(growth).toBeLessThan(GROWTH_MB);
    // Who went while Redis was away is gone for everybody.
    const gone = { playerId: dropper!.playerId, connected: false };
    await host.wait('updatePresence', (frame) =>
      frame.players.some(
        ({ playerId, connected }) => playerId === gone.playerId && connected === gone.connected,
      ),
    );
    await host.wait('exitRoom', ({ playerId }) => playerId === leaver!.playerId);
    await finish(room);
    for (const player of players) expect(codes(player)).toEqual(['STORE_AWAY', 'STORE_BACK']);
    await expectHealthy(fleet);
  });
});

describe.concurrent('R4.5 Redis is killed and comes back from its append-only file', () => {
  it('two seconds later: no transition lost or repeated, positions and scores intact', async () => {
    const redisArgs = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
    const fleet = await Fleet.start(2, ENV, { redisArgs });
    const room = await playing(fleet);
    const { players } = room;
    const before = fleet.servers.map(memoryOf);
    await sleep(endOf(room) - Date.now() - 1_200);
    await fleet.redis.kill();
    await runAbout(players, (n) => !isRight(n));
    await Promise.all(
      players.map((one) => one.wait('notice', ({ code }) => code === 'STORE_AWAY')),
    );
    expect(await room.host.fail('lockRoom', { locked: true })).toBe('STORE_AWAY');
    // New ones are turned away and told why.
    expect(await fleet.connect(1).fail('joinRoom', { gameId: room.pin })).toBe('STORE_AWAY');
    expect((await fleet.health(0)).status).toBe('away');
    await sleep(2_000);
    await fleet.redis.run();
    const backAt = performance.now();
    await Promise.all(players.map((player) => player.wait('endQuizTime')));
    const onMs = performance.now() - backAt;
    expectRight(room, (n) => !isRight(n));
    const growth = Math.max(...fleet.servers.map((server, n) => memoryOf(server) - before[n]!));
    report(
      `Redis killed, restarted with AOF after 2 s: the game went on ${Math.round(onMs)} ms ` +
        `after it served, memory grew by ${growth.toFixed(1)} MB at most`,
    );
    expect(onMs).toBeLessThan(pace.allow(BACK_MS));
    expect(growth).toBeLessThan(GROWTH_MB);
    await finish(room);
    for (const player of players) expect(codes(player)).toEqual(['STORE_AWAY', 'STORE_BACK']);
    await expectHealthy(fleet);
  });

  it('without the last second: the game goes on from where Redis remembers it', async () => {
    const fleet = await Fleet.start(2, ENV, { redisArgs: ['--appendonly', 'yes'] });
    const room = await playing(fleet, 6);
    const { players, host } = room;
    await untilJudged(host);
    const forgetSince = fleet.redis.keepData();
    // The lost second: a move into the other zone, a message, a reveal by the host.
    await standAll(players, (n) => !isRight(n));
    await host.do('chatMessage', { message: 'will be forgotten' });
    await players[1]!.wait('chatMessage');
    await host.do('skipPhase', {});
    await Promise.all(players.map((player) => inPhase(player, 'reveal')));
    await fleet.redis.kill();
    forgetSince();
    const backAt = performance.now();
    await fleet.redis.run();
    // Back in the question, from which it goes on.
    await Promise.all(
      players.map((player) => player.until(() => player.all('endQuizTime').length === 2)),
    );
    report(
      `Redis lost its last second: a reveal was taken back and came again after ${Math.round(performance.now() - backAt)} ms`,
    );
    await Promise.all(players.map((player) => player.wait('endGame')));
    expectScores(room, 333);
    await settle(host, players);
    expect(players.map((player) => player.last('endGame'))).toEqual(
      players.map(() => host.last('endGame')),
    );
    await expectHealthy(fleet);
  });
});
