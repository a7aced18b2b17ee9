import { describe, expect, it } from 'vitest';
import { answer, goTo, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall(SLOW, [slowSet(5, 4)]);

describe.each(['json', 'compact'] as const)('R6.8 rounds of one evening (%s)', (format) => {
  it('go on with the scores, which everybody is told at the start and at the end', async () => {
    const room = await hall.openRoom({ scoring: 'flat' });
    const { host, pin } = room;
    const guest = await hall.join(pin, 'Guest', { format });
    room.players.push(guest);
    expect(await host.fail('startGame', { nextRound: true })).toBe('WRONG_PHASE');
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 1 });
    await goTo(room, 'question');
    for (const one of room.players) await answer(one, one === guest);
    await goTo(room, 'reveal');
    await goTo(room, 'lobby');
    expect(await guest.fail('startGame', { nextRound: true })).toBe('NOT_HOST');
    await host.do('startGame', { nextRound: true });
    const { players } = await guest.wait('updateScores');
    const scoreOf = (rows: readonly { playerId: string; score: number }[]) =>
      room.players.map(({ playerId }) => rows.find((row) => row.playerId === playerId)?.score);
    expect(scoreOf(players)).toEqual([0, 100]);
    const late = await hall.join(pin, 'Late', { format });
    const { players: roster } = await late.wait('joinRoom', ({ everyone }) => everyone === true);
    expect(scoreOf(roster)).toEqual([0, 100]);
    await goTo(room, 'question');
    for (const one of room.players) await answer(one, true);
    await goTo(room, 'reveal');
    await host.do('endGame', {});
    const ended = await guest.wait('endGame', ({ results }) => results.length === 3);
    expect(scoreOf(ended.results)).toEqual([100, 200]);
    // A start without it begins at zero.
    await host.do('startGame', {});
    await goTo(room, 'question');
    const { version } = host.last('phase')!;
    await late.wait('phase', (phase) => phase.version >= version);
    for (const one of [...room.players, late]) await answer(one, false);
    await goTo(room, 'reveal');
    const total = guest.last('endQuizTime')!.players.reduce((sum, { score }) => sum + score, 0);
    expect(total).toBe(0);
  });
});
