import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PhaseKind } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { answer, goTo, SLOW, settle, slowSet, useHall, type OpenRoom } from '../support/hall.js';

const slow = useHall();
const quick = useHall({ ...SLOW, GET_READY_MS: '200' }, [slowSet()]);

const HOST = 0;
const PLAYER = 1;
const GHOST = 2;

/** A survival game in which the ghost has fallen in the first question, everybody somewhere of their own. */
async function survivalGame(hall: typeof slow): Promise<OpenRoom> {
  const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 3);
  await goTo(room, 'question');
  for (const [n, player] of room.players.entries()) await answer(player, n !== GHOST);
  await goTo(room, 'reveal');
  return room;
}

async function scatter(room: OpenRoom): Promise<void> {
  for (const [n, player] of room.players.entries())
    await player.do('updatePosition', { newPosition: [0.1 + n / 10, 0.9 - n / 10] });
  await settle(room.host, room.players);
}

/** What of a player's state must survive, as the player's own roster shows it on a fresh join. */
async function lookAt(hall: typeof slow, room: OpenRoom, of: TestClient) {
  const screen = hall.connectByQuery({ 'game-id': room.pin }, { role: 'screen' });
  await screen.wait('phase');
  screen.close();
  const { players } = screen.last('joinRoom') ?? { players: [] };
  return players.find(({ playerId }) => playerId === of.playerId);
}

/** The question that stands; in the reveal its times are no longer of use. */
function questionsOf(client: TestClient, kind: PhaseKind): unknown {
  const asked = client.last('startQuizTime');
  if (kind === 'question') return asked;
  return kind === 'reveal' ? { quiz: asked?.quiz, choiceList: asked?.choiceList } : undefined;
}

/** Drops a player, lets it come back, and compares everything with before. */
async function dropAndReturn(hall: typeof slow, room: OpenRoom, n: number): Promise<void> {
  const old = room.players[n]!;
  const watcher = room.players[3]!;
  const before = await lookAt(hall, room, old);
  const phase = room.players[(n + 1) % 4]!.last('phase')!;
  const told = watcher.all('updatePresence').length;
  old.drop();
  const presence = () => watcher.all('updatePresence').slice(told);
  await watcher.until(() => presence().length === 1, 'the drop');
  expect(await lookAt(hall, room, old)).toEqual({ ...before, connected: false });

  const fresh = hall.comeBack(old, room.pin);
  room.players[n] = fresh;
  if (n === HOST) room.host = fresh;
  await fresh.wait('phase');
  await watcher.until(() => presence().length === 2, 'the return');
  expect(presence().map(({ players }) => players)).toEqual([
    [{ playerId: old.playerId, connected: false }],
    [{ playerId: old.playerId, connected: true }],
  ]);
  expect(fresh.playerId).toBe(old.playerId);
  expect(await lookAt(hall, room, fresh)).toEqual(before);
  // A ghost sees where it walks; to the others it stays where it fell.
  expect(fresh.self).toEqual(
    n === GHOST ? { ...before, playerPosition: fresh.self?.playerPosition } : before,
  );
  expect(fresh.last('phase')).toEqual(phase);
  expect(questionsOf(fresh, phase.kind)).toEqual(questionsOf(watcher, phase.kind));
  expect(fresh.last('endQuizTime')).toEqual(
    phase.kind === 'reveal' ? watcher.last('endQuizTime') : undefined,
  );
  expect(watcher.all('exitRoom')).toEqual([]);
  expect(watcher.all('updateHost')).toEqual([]);
}

describe.concurrent('R2.2 a dropped connection comes back to its seat', () => {
  const phases = [
    ['the lobby', 'lobby', slow],
    ['the countdown', 'countdown', slow],
    ['get-ready', 'question', slow],
    ['the question', 'question', quick],
    ['the reveal', 'reveal', slow],
  ] as const;

  it.each(phases)('R2.2 in %s, as a player and as the host', async (name, kind, hall) => {
    const room = await hall.openRoom({ gameMode: 'RANKING' }, 3);
    if (kind !== 'lobby') await goTo(room, kind);
    await scatter(room);
    if (name === 'the question') await begun(room);
    for (const n of [PLAYER, HOST]) await dropAndReturn(hall, room, n);
    expect(await room.host.fail('lockRoom', { locked: true })).toBe('ok');
  });

  it.each(phases.slice(2))('R2.2, R7.2 in %s, as a ghost', async (name, kind, hall) => {
    const room = await survivalGame(hall);
    await goTo(room, kind, 1);
    await scatter(room);
    if (name === 'the question') await begun(room);
    const ghost = room.players[GHOST]!;
    expect(await lookAt(hall, room, ghost)).toMatchObject({ isAlive: false, score: 0 });
    await dropAndReturn(hall, room, GHOST);
    expect(room.players[GHOST]!.self?.playerPosition).toEqual([0.3, 0.7]);
    for (const n of [PLAYER, HOST]) {
      expect(await lookAt(hall, room, room.players[n]!)).toMatchObject({ isAlive: true });
      await dropAndReturn(hall, room, n);
    }
  });

  it('R2.2, R6.3 in the lobby with results, as all of them', async () => {
    const room = await survivalGame(slow);
    await room.host.do('endGame', {});
    await scatter(room);
    const results = await room.players[3]!.wait('endGame');
    for (const n of [PLAYER, HOST]) {
      await dropAndReturn(slow, room, n);
      expect(await room.players[n]!.wait('endGame')).toEqual(results);
      expect(room.players[n]!.self).toMatchObject({ score: 1, isAlive: true });
    }
    expect(await lookAt(slow, room, room.players[GHOST]!)).toMatchObject({ isAlive: true });
  });

  it('R2.2 during a pause, with what is left of it', async () => {
    const room = await slow.openRoom({}, 3);
    await goTo(room, 'question');
    await room.host.do('pauseGame', {});
    await Promise.all(
      room.players.map((one) => one.wait('phase', ({ pausedLeftMs }) => pausedLeftMs! > 0)),
    );
    await dropAndReturn(slow, room, PLAYER);
    expect(room.players[PLAYER]!.last('phase')?.pausedLeftMs).toBeGreaterThan(0);
  });

  it('R2.2, R5.3 answers with the last place of a player who is away at the deadline', async () => {
    const room = await slow.openRoom({}, 1);
    await goTo(room, 'question');
    const away = room.players[1]!;
    await answer(away, true);
    await answer(room.host, false);
    away.drop();
    await room.host.wait('updatePresence');
    await goTo(room, 'reveal');
    const { players } = await room.host.wait('endQuizTime');
    const mark = players.find(({ playerId }) => playerId === away.playerId);
    expect(mark).toMatchObject({ isAnswer: true, score: 1000 });
    const back = slow.comeBack(away, room.pin);
    await back.wait('endQuizTime');
    expect(back.self?.score).toBe(1000);
  });

  it('R2.2, R5.3 judges who came back and stands still by the place of before', async () => {
    const room = await slow.openRoom({}, 2);
    await goTo(room, 'question');
    for (const [n, player] of room.players.entries()) await answer(player, n !== 0);
    for (const n of [0, 1]) {
      room.players[n]!.drop();
      const back = slow.comeBack(room.players[n]!, room.pin);
      await back.wait('startQuizTime');
      room.players[n] = back;
    }
    await room.players[0]!.do('skipPhase', {});
    const { players } = await room.players[0]!.wait('endQuizTime');
    expect(players.map(({ score }) => score)).toEqual([0, 500, 500]);
  });

  it('R2.2 comes back after the phase has moved on, and by the joinRoom command as well', async () => {
    const room = await slow.openRoom({}, 1);
    await goTo(room, 'countdown');
    const away = room.players[1]!;
    away.drop();
    await goTo(room, 'question', 1);
    const back = slow.connect({ token: away.token });
    const answered = await back.do('joinRoom', { gameId: room.pin, playerName: 'Ignored' });
    expect(answered).toMatchObject({ playerId: away.playerId, slot: 1, resumed: true });
    expect(back.last('phase')).toEqual(room.host.last('phase'));
    expect(back.last('startQuizTime')).toEqual(room.host.last('startQuizTime'));
    expect(back.self?.playerName).toBe('Player 1');
  });

  it('R2.4 gives up seat and score of a player who leaves on purpose', async () => {
    const room = await slow.openRoom({}, 2);
    const [host, leaver] = room.players as [TestClient, TestClient];
    await goTo(room, 'question');
    await answer(leaver, true);
    await goTo(room, 'reveal');
    await leaver.do('exitRoom', {});
    await host.wait('exitRoom', ({ playerId }) => playerId === leaver.playerId);
    const back = slow.connectByQuery({ 'game-id': room.pin }, { token: leaver.token });
    await back.wait('phase');
    expect(back.playerId).not.toBe(leaver.playerId);
    expect(back.self).toMatchObject({ score: 0 });
    await host.do('endGame', {});
    const { results } = await back.wait('endGame');
    expect(results.map(({ playerId }) => playerId)).not.toContain(leaver.playerId);
  });
});

/** The one thing that no event tells: the choices of the current question have appeared. */
async function begun({ host }: OpenRoom): Promise<void> {
  const { startTime } = host.last('startQuizTime')!;
  await sleep(Math.max(0, startTime - Date.now()));
}
