import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testSet } from '../support/app.js';
import { closeFleets, Fleet, percentile, report, spread, troubles, type Room } from './fleet.js';
import { expectNothingTwice, inPhase, staleness, standAll, watchPhases } from './watching.js';
import { PATIENT } from '../support/patience.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const GET_READY_MS = 200;
const STALE_MS = 1_500;
const DEAD_STALE_MS = 3_000;

afterAll(closeFleets);

describe.concurrent('R4.5 CLIENT KILL TYPE pubsub', () => {
  const ROOMS = 8;
  const GUESTS = 3;
  const QUESTIONS = 4;
  /** More often than a lost connection and its subscriptions take to come back, now and then. */
  const KILL_EVERY_MS = 170;

  it('again and again during games: no transition is lost or repeated, nobody is stale for long', async () => {
    const fleet = await Fleet.inProcess(2, { GET_READY_MS: `${GET_READY_MS}` }, [
      testSet(QUESTIONS),
    ]);
    const rooms: Room[] = [];
    for (let n = 0; n < ROOMS; n++) rooms.push(await fleet.openRoom(n, {}, GUESTS));
    const seen = rooms.map(({ players }) => players.map(watchPhases));
    const killer = { kills: 0, isOver: false };
    const killing = fleet.redis.ask(async (client) => {
      while (!killer.isOver) {
        await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
        killer.kills++;
        await sleep(KILL_EVERY_MS);
      }
    });
    await Promise.all(
      rooms.map(async ({ host }, n) => {
        await sleep(n * 130);
        await host.do('startGame', {});
      }),
    );
    await Promise.all(
      rooms.flatMap(({ players }) => players.map((player) => player.wait('endGame'))),
    );
    killer.isOver = true;
    await killing;

    const stale = rooms.flatMap(({ players }, n) => staleness(players, seen[n]!, GET_READY_MS));
    let skipped = 0;
    for (const { players } of rooms) {
      for (const player of players) {
        expectNothingTwice(player);
        expect(player.all('endGame')).toHaveLength(1);
        expect(player.last('endGame')).toEqual(players[0]!.last('endGame'));
        // Countdown, the questions with their reveals, the lobby: each version was one transition.
        expect(player.last('phase')!.version).toBe(2 + 2 * QUESTIONS);
        skipped += 2 + 2 * QUESTIONS + 1 - player.all('phase').length;
      }
    }
    report(
      `CLIENT KILL TYPE pubsub ${killer.kills} times in ${ROOMS} games: 0 transitions repeated, ` +
        `${skipped} of ${stale.length} missed by a client (a later one came first); ` +
        `behind the transition: ${spread(stale)}`,
    );
    expect(percentile(stale, 50)).toBeLessThan(pace.allow(STALE_MS / 2));
    expect(Math.max(...stale)).toBeLessThan(pace.allow(STALE_MS));
  });
});

describe.concurrent('R4.5 a subscriber connection cut at a deadline', () => {
  const ROOMS = 8;
  const APART_MS = 120;

  it('leaves nobody stale for more than 1.5 s where nothing else happens in the room', async () => {
    const env = { COUNTDOWN_MS: '1000', GET_READY_MS: '10000' };
    const fleet = await Fleet.inProcess(2, env);
    const rooms: Room[] = [];
    for (let n = 0; n < ROOMS; n++) rooms.push(await fleet.openRoom(n, {}, 1));
    const seen = rooms.map(({ players }) => players.map(watchPhases));
    await fleet.redis.ask((client) =>
      Promise.all(
        rooms.map(async ({ host }, n) => {
          await sleep(n * APART_MS);
          await host.do('startGame', {});
          const { endTime } = await host.wait('phase', ({ kind }) => kind === 'countdown');
          await sleep(endTime - Date.now() - 5);
          await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
        }),
      ),
    );
    await Promise.all(
      rooms.flatMap(({ players }) => players.map((player) => inPhase(player, 'question'))),
    );
    const stale = rooms.flatMap(({ players }, n) => staleness(players, seen[n]!, 10_000));
    report(`subscriber cut at the deadline of a quiet room: behind it: ${spread(stale)}`);
    expect(Math.max(...stale)).toBeLessThan(pace.allow(STALE_MS));
  });
});

describe.concurrent('R4.5 a connection to Redis that is dead without being closed', () => {
  it('leaves nobody stale for more than 3 s, and the process finds back', async () => {
    const { fleet, proxy } = await Fleet.withProxy({
      COUNTDOWN_MS: '200',
      GET_READY_MS: `${GET_READY_MS}`,
      REVEAL_MS: '10000',
    });
    const room = await fleet.openRoom(0, {}, 3);
    await fleet.bringSet(room, 1);
    const { host, players } = room;
    const behind = players.filter((_, n) => n % 2 === 1);
    const seen = players.map(watchPhases);
    await host.do('startGame', {});
    await standAll(players, (n) => n % 2 === 1);
    await sleep(host.last('startQuizTime')!.endTime - Date.now() - 300);
    proxy.swallow();
    await Promise.all(behind.map((player) => player.wait('endQuizTime')));

    const stale = staleness(players, seen, GET_READY_MS);
    report(
      `black-holed connections to Redis: players behind them were stale for up to ${Math.round(Math.max(...stale))} ms`,
    );
    expect(Math.max(...stale)).toBeLessThan(pace.allow(DEAD_STALE_MS));
    for (const player of players) {
      expectNothingTwice(player);
      expect(player.last('endQuizTime')).toEqual(host.last('endQuizTime'));
    }
    // What they did before the connections died counts.
    const right = host.last('endQuizTime')!.players.filter(({ isAnswer }) => isAnswer);
    const ids = (of: { playerId: string }[]) => of.map(({ playerId }) => playerId).sort();
    expect(ids(right)).toEqual(ids(behind));
    await vi.waitFor(async () => {
      expect(await behind[0]!.fail('chatMessage', { message: 'there again' })).toBe('ok');
    }, PATIENT);
    await host.wait('chatMessage');
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });
});
