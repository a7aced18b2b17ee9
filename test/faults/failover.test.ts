import { afterAll, describe, expect, it } from 'vitest';
import type { OwnSentinels } from '../../load-test/rig/own-sentinels.js';
import type { TestClient } from '../support/client.js';
import { runOracle, type Fault } from '../../load-test/oracle/run.js';
import { chatOf } from '../support/hall.js';
import { closeFleets, Fleet, percentile, report, troubles, type Room } from './fleet.js';
import { expectNothingTwice, inPhase, standAll, untilJudged } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const ENV = { COUNTDOWN_MS: '300', GET_READY_MS: '200', REVEAL_MS: '1000' };
/** Nobody is out of date for longer. */
const STALE_MS = 5_000;
const BANNER_MS = 2_500;
/** The whole of 100 questions: `npm run simulate -- oracle store=sentinels`. */
const SHORT = { seed: 3, rooms: 4, questions: 6, players: 5, processes: 2 };

afterAll(closeFleets);

const isRight = (player: number): boolean => player % 2 === 0;

/** A game whose question stands, with everybody in place, on two processes. */
async function playing(
  seconds: number,
  questions = 1,
): Promise<{ fleet: Fleet; nodes: OwnSentinels; room: Room; from: number }> {
  const { fleet, nodes } = await Fleet.behindSentinels(2, ENV, { replicas: 1 });
  const room = await fleet.openRoom(0, {}, 3);
  await fleet.bringSet(room, questions, 2, seconds);
  await room.host.do('startGame', {});
  await Promise.all(room.players.map((player) => player.wait('startQuizTime')));
  await standAll(room.players, isRight);
  return { fleet, nodes, room, from: await nodes.primary() };
}

function expectRight({ players, host }: Room): void {
  const { players: marks } = host.last('endQuizTime')!;
  const rightOf = new Map(marks.map(({ playerId, isAnswer }) => [playerId, isAnswer]));
  expect(players.map(({ playerId }) => rightOf.get(playerId))).toEqual(
    players.map((_, n) => isRight(n)),
  );
}

async function finish(fleet: Fleet, { players, host }: Room): Promise<void> {
  await Promise.all(players.map((player) => player.wait('endGame')));
  for (const player of players) {
    expect(player.last('endGame')).toEqual(host.last('endGame'));
    expect(player.events()).not.toContain('disconnect');
  }
  for (const [n, server] of fleet.servers.entries()) {
    expect(troubles(server)).toEqual([]);
    expect((await fleet.health(n)).status).toBe('ok');
  }
}

const codesOf = (client: TestClient): string[] => client.all('notice').map(({ code }) => code);

describe.concurrent('R4.5, R5.3 whole games behind sentinels', () => {
  it.for<[string, Fault[]]>([
    ['killed, and switched by an operator', ['redis', 'switch']],
    ['stopped for 15 s and going on, and cut off', ['freeze', 'cut']],
  ])('whose primary is %s: every mark is right', async ([, faults], { expect }) => {
    const {
      mismatches,
      troubles: lines,
      lateMs,
      toldMs,
      ...figures
    } = await runOracle({
      ...SHORT,
      store: 'sentinels',
      faults,
    });
    report(
      `${faults.join(', ')} of a primary behind sentinels: ${figures.marks} marks, ${figures.faults} faults, ` +
        `reveals p50 ${percentile(lateMs, 50)} ms, at most ${Math.max(...lateMs)} ms late, ` +
        `told after at most ${Math.max(...toldMs)} ms`,
    );
    expect([mismatches, lines]).toEqual([[], []]);
    expect(figures.marks).toBeGreaterThan(0);
    expect(figures.faults).toBeGreaterThan(0);
    expect(Math.max(...lateMs)).toBeLessThan(pace.allow(STALE_MS));
    expect(Math.max(...toldMs)).toBeLessThan(pace.allow(BANNER_MS));
  });
});

describe.concurrent('R4.5 a primary that is lost', () => {
  it('while people chat, join, and hosts come back: nothing twice, no role and no seat lost', async () => {
    const { fleet, nodes, room, from } = await playing(12);
    const { players, host, pin } = room;
    await nodes.kill(from);
    await Promise.all(
      players.map((one) => one.wait('notice', ({ code }) => code === 'STORE_AWAY')),
    );
    expect(await fleet.connect(1).fail('joinRoom', { gameId: pin })).toBe('STORE_AWAY');
    expect((await fleet.health(0)).status).toBe('away');
    const said = players[1]!.ask('chatMessage', { message: 'said in between' });
    await Promise.all(
      players.map((one) => one.wait('notice', ({ code }) => code === 'STORE_BACK')),
    );
    // It was sent again under its number, or its writer was told that it is lost.
    const wasTaken = (await said).ok;
    await players[1]!.do('chatMessage', { message: 'said after it' });
    await host.until(() => chatOf(host).at(-1)?.message === 'said after it', 'the chat');
    const told = chatOf(host).filter(({ message }) => message === 'said in between');
    expect(told).toHaveLength(wasTaken ? 1 : 0);
    await fleet.join(1, pin, 'Late');
    await host.do('lockRoom', { locked: true });
    await Promise.all(players.map((player) => player.wait('endQuizTime')));
    expectRight(room);
    for (const player of players) {
      expectNothingTwice(player);
      expect(codesOf(player)).toEqual(['STORE_AWAY', 'STORE_BACK']);
    }
    // The new one has been told to tell of keys that expire, whatever it was told before.
    const primary = await nodes.primary();
    const flags = (await nodes.ask(primary, 'CONFIG', 'GET', 'notify-keyspace-events')) as string[];
    expect(flags[1]).toMatch(/^(?=.*E)(?=.*[xA])/);
    await finish(fleet, room);
  });

  it('for a replica that is behind: the reveal that was lost comes again', async () => {
    const { fleet, nodes, room, from } = await playing(8);
    const { players, host } = room;
    await untilJudged(host);
    nodes.leaveBehind(from);
    await host.do('skipPhase', {});
    await Promise.all(players.map((player) => inPhase(player, 'reveal')));
    await nodes.kill(from);
    await Promise.all(
      players.map((player) => player.until(() => player.all('endQuizTime').length === 2)),
    );
    expectRight(room);
    await finish(fleet, room);
    const shown = new Map(
      host.last('endQuizTime')!.players.map(({ playerId, score }) => [playerId, score]),
    );
    const { results } = host.last('endGame')!;
    expect(new Map(results.map(({ playerId, score }) => [playerId, score]))).toEqual(shown);
  });

  it('while a process ends by SIGTERM: it ends, and its players are back', async () => {
    const { fleet, nodes, room, from } = await playing(12);
    const { players, pin } = room;
    await nodes.kill(from);
    await players[0]!.wait('notice', ({ code }) => code === 'STORE_AWAY');
    await fleet.servers[1]!.stop();
    expect(await fleet.servers[1]!.ended).toBe(0);
    await nodes.switched(from);
    await players[0]!.wait('notice', ({ code }) => code === 'STORE_BACK');
    const back = fleet.comeBack(players[1]!, 0, pin);
    await back.wait('endQuizTime');
    const { players: marks } = back.last('endQuizTime')!;
    expect(marks).toHaveLength(players.length);
  });
});

describe.concurrent('sentinels that are away', () => {
  it('are needed by nobody: games go on, and so do commands', async () => {
    const { fleet, nodes, room } = await playing(3, 2);
    await nodes.killSentinels();
    await Promise.all(room.players.map((player) => player.wait('endQuizTime')));
    await room.host.do('lockRoom', { locked: true });
    await finish(fleet, room);
    for (const player of room.players) expect(codesOf(player)).toEqual([]);
  });
});
