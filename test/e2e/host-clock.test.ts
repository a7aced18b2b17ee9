import { describe, expect, it } from 'vitest';
import { RIGHT, testSet } from '../support/app.js';
import { answer, goTo, settle, useHall, type OpenRoom } from '../support/hall.js';
import type { TestClient } from '../support/client.js';

const hall = useHall();
/** Everything ends by itself, and soon. */
const quick = useHall({}, [testSet()]);

/** By how much the server's clock, which passes as timers do, may differ from that of the machine, in ms. */
const CLOCK_ERROR_MS = 2;

const phaseOf = (client: TestClient) => client.last('phase')!;

describe.concurrent('R3.3 the host and the clock', () => {
  it.each(['countdown', 'question', 'reveal'] as const)(
    'R3.3 pauses and resumes the %s with exactly what was left',
    async (kind) => {
      const room = await hall.openRoom({}, 1);
      const [host, guest] = room.players as [TestClient, TestClient];
      await goTo(room, kind);
      const before = phaseOf(host);
      const from = Date.now();
      await host.do('pauseGame', {});
      const to = Date.now();
      const paused = await guest.wait('phase', ({ pausedLeftMs }) => pausedLeftMs !== undefined);
      expect(paused).toMatchObject({ ...before, version: before.version + 1 });
      expect(paused.pausedLeftMs).toBeGreaterThanOrEqual(before.endTime - to - CLOCK_ERROR_MS);
      expect(paused.pausedLeftMs).toBeLessThanOrEqual(before.endTime - from + CLOCK_ERROR_MS);

      const pausedAt = before.endTime - paused.pausedLeftMs!;
      await settle(host, [guest]);
      const { endTime } = await host.do('resumeGame', {});
      const resumed = await guest.wait('phase', ({ version }) => version === paused.version + 1);
      expect(resumed.pausedLeftMs).toBeUndefined();
      expect(resumed.endTime).toBe(endTime);
      const stoodFor = endTime - before.endTime;
      expect(stoodFor).toBeGreaterThan(0);
      expect(stoodFor).toBeLessThanOrEqual(Date.now() - pausedAt + CLOCK_ERROR_MS);
      expect(resumed.startTime - before.startTime).toBe(stoodFor);
      expect(guest.all('startQuizTime')).toHaveLength(kind === 'countdown' ? 0 : 1);
      expect(guest.all('endQuizTime')).toHaveLength(kind === 'reveal' ? 1 : 0);
    },
  );

  it('R3.3 a command that means a phase which is over comes too late and changes nothing', async () => {
    const room = await hall.openRoom();
    const { host } = room;
    await goTo(room, 'question');
    const { version } = phaseOf(host);
    await host.do('skipPhase', { version });
    const reveal = phaseOf(host);
    for (const command of ['skipPhase', 'pauseGame', 'extendTime', 'endGame'] as const)
      expect(await host.fail(command, { version })).toBe('TOO_LATE');
    expect(phaseOf(host)).toEqual(reveal);
    await host.do('skipPhase', { version: reveal.version });
  });

  it('R3.3 lets no time pass in a pause: the game goes on only when resumed', async () => {
    const room = await quick.openRoom({}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    await host.do('startGame', {});
    await host.do('pauseGame', {});
    const { pausedLeftMs } = phaseOf(host);
    // Another room's whole countdown passes meanwhile.
    const other = await quick.openRoom();
    await other.host.do('startGame', {});
    await other.host.wait('startQuizTime');
    expect(guest.all('startQuizTime')).toEqual([]);
    const resumedAt = Date.now();
    const { endTime } = await host.do('resumeGame', {});
    expect(endTime - resumedAt).toBeGreaterThanOrEqual(pausedLeftMs! - CLOCK_ERROR_MS);
    expect(endTime - Date.now()).toBeLessThanOrEqual(pausedLeftMs! + CLOCK_ERROR_MS);
    const { startTime } = await guest.wait('startQuizTime');
    expect(startTime).toBeGreaterThanOrEqual(endTime);
  });

  it('R3.3 adds five seconds, running or paused', async () => {
    const room = await hall.openRoom({}, 1);
    await goTo(room, 'question');
    const before = phaseOf(room.host);
    const { endTime } = await room.host.do('extendTime', {});
    expect(endTime).toBe(before.endTime + 5_000);
    expect(phaseOf(room.host)).toEqual({ ...before, version: before.version + 1, endTime });
    await room.host.do('pauseGame', {});
    const { pausedLeftMs } = phaseOf(room.host);
    await room.host.do('extendTime', {});
    expect(phaseOf(room.host).pausedLeftMs).toBe(pausedLeftMs! + 5_000);
    await room.players[1]!.wait('phase', ({ pausedLeftMs: left }) => left! > pausedLeftMs!);
  });

  it('R3.3 skips every phase once, also in a pause, and judges by where everybody stands', async () => {
    const room = await hall.openRoom({}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 1 });
    await goTo(room, 'question');
    await answer(guest, true);
    await answer(host, false);
    await host.do('pauseGame', {});
    await host.do('skipPhase', {});
    const { answer: right, players } = await guest.wait('endQuizTime');
    const { choiceList } = guest.last('startQuizTime')!;
    expect(choiceList[right - 1]?.content).toBe(RIGHT);
    expect(players.map(({ isAnswer, score, rank }) => [isAnswer, score, rank])).toEqual([
      [false, 0, 2],
      [true, 1000, 1],
    ]);
    expect(await host.do('skipPhase', {})).toMatchObject({ endTime: 0 });
    const { results } = await guest.wait('endGame');
    expect(results.map(({ playerName }) => playerName)).toEqual(['Player 1', 'Host']);
    expect(phaseOf(guest)).toMatchObject({ kind: 'lobby' });
  });

  it.each(['countdown', 'question', 'reveal'] as const)(
    'R3.3, R6.3 ends the game in the %s with the scores as they stand',
    async (kind) => {
      const room = await hall.openRoom({}, 1);
      const [host, guest] = room.players as [TestClient, TestClient];
      await goTo(room, kind === 'countdown' ? kind : 'question');
      if (kind !== 'countdown') await answer(guest, true);
      if (kind !== 'countdown') await answer(host, false);
      await goTo(room, kind);
      expect(await host.do('endGame', {})).toMatchObject({ endTime: 0 });
      const { results, hostId } = await guest.wait('endGame');
      expect(hostId).toBe(host.playerId);
      const best = kind === 'reveal' ? 1000 : 0;
      expect(results[0]).toMatchObject({ score: best, rank: 1 });
      expect(await host.fail('endGame', {})).toBe('WRONG_PHASE');
      const screen = await hall.join(room.pin, '', { role: 'screen' });
      const shown = () => screen.last('joinRoom')!.players.map(({ score }) => score);
      expect(shown()).toEqual([0, best]);
      await host.do('startGame', {});
      await screen.do('exitRoom', {});
      await screen.do('joinRoom', { gameId: room.pin });
      expect(shown()).toEqual([0, 0]);
    },
  );

  it('R4.5 carries a skip out once when the button is hit twice', async () => {
    const room = await hall.openRoom({}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    await goTo(room, 'question');
    const codes = await Promise.all([host.fail('skipPhase', {}), host.fail('skipPhase', {})]);
    expect(codes).toEqual(['ok', 'TOO_LATE']);
    await settle(host, [guest]);
    expect(phaseOf(guest)).toMatchObject({ kind: 'reveal', index: 0 });
    expect(guest.all('endQuizTime')).toHaveLength(1);
  });

  it('R4.5 starts one game when two starts come at once', async () => {
    const room: OpenRoom = await hall.openRoom({}, 1);
    const { host, players } = room;
    const codes = await Promise.all([host.fail('startGame', {}), host.fail('startGame', {})]);
    expect(codes.toSorted()).toEqual(['WRONG_PHASE', 'ok']);
    await settle(host, players);
    expect(players[1]!.all('startGame')).toHaveLength(1);
  });

  it('R4.2, R4.5 plays on by itself at the deadlines, and at no other time', async () => {
    const room = await quick.openRoom({}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 1 });
    const { t1 } = await host.do('syncTime', { t0: 0 });
    await host.do('startGame', {});
    const { startTime, endTime } = await guest.wait('startQuizTime');
    expect(startTime - t1).toBeGreaterThanOrEqual(400);
    expect(endTime - startTime).toBe(1_000);
    const reveal = await guest.wait('phase', ({ kind }) => kind === 'reveal');
    expect(reveal.startTime).toBeGreaterThanOrEqual(endTime);
    expect(reveal.endTime - reveal.startTime).toBe(200);
    await guest.wait('endGame');
    expect(Date.now()).toBeGreaterThanOrEqual(reveal.endTime);
    const kinds = guest.all('phase').map(({ kind }) => kind);
    expect(kinds).toEqual(['lobby', 'countdown', 'question', 'reveal', 'lobby']);
    const versions = guest.all('phase').map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, n) => versions[0]! + n));
  });
});

describe.concurrent('R6.2 survival when players leave', () => {
  it.each(['exit', 'kick'] as const)(
    'R6.2 is judged at once when an %s leaves one',
    async (how) => {
      const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 2);
      const [host, second, third] = room.players as [TestClient, TestClient, TestClient];
      await goTo(room, 'question');
      const leave = async (player: TestClient): Promise<void> => {
        if (how === 'exit') await player.do('exitRoom', {});
        else await host.do('kickRoom', { kickPlayerId: player.playerId });
      };
      await leave(second);
      await settle(host, [third]);
      expect(third.all('endGame')).toEqual([]);
      await leave(third);
      const { results } = await host.wait('endGame');
      expect(results).toHaveLength(1);
      expect(phaseOf(host).kind).toBe('lobby');
    },
  );

  it('R6.2 goes on when only a connection drops, or when one plays alone from the start', async () => {
    const pair = await hall.openRoom({ gameMode: 'SURVIVAL' }, 1);
    await goTo(pair, 'question');
    pair.players[1]!.drop();
    await pair.host.wait('updatePresence');
    await settle(pair.host, [pair.host]);
    expect(pair.host.all('endGame')).toEqual([]);
    const solo = await hall.openRoom({ gameMode: 'SURVIVAL' });
    await goTo(solo, 'question');
    await answer(solo.host, true);
    await goTo(solo, 'question', 1);
    expect(solo.host.all('endGame')).toEqual([]);
  });

  it('R6.2 eliminates nobody when all the living are wrong', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 1);
    await goTo(room, 'question');
    for (const player of room.players) await answer(player, false);
    await goTo(room, 'question', 1);
    const { players } = room.host.last('endQuizTime')!;
    expect(players.map(({ isAlive, score }) => [isAlive, score])).toEqual([
      [true, 1],
      [true, 1],
    ]);
  });
});
