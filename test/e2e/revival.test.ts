import { describe, expect, it } from 'vitest';
import { answer, goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall(SLOW, [slowSet(20, 4)]);

describe.each(['json', 'compact'] as const)('R14.2 the revival (%s)', (format) => {
  it('brings the best ghosts back among the living, and everybody hears of it', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL', scoring: 'flat', revival: true });
    for (let n = 1; n < 10; n++)
      room.players.push(await hall.join(room.pin, `Player ${n}`, { format }));
    const { host, players } = room;
    const screen = await hall.join(room.pin, '', { role: 'screen', format });
    await goTo(room, 'question');
    for (const [n, player] of players.entries()) await answer(player, n < 4);
    await goTo(room, 'reveal');
    const fallen = players.slice(4);
    await goTo(room, 'question', 1);
    // Four of ten live, which is more than a few; of the ghosts the last is right.
    expect(host.all('revival')).toEqual([]);
    for (const [n, player] of players.entries()) await answer(player, n < 3 || n === 9);
    await goTo(room, 'reveal', 1);
    const ghost = players[9]!;
    await ghost.do('updatePosition', { newPosition: [0.12345, 0.54321] });
    await settle(ghost, fallen);
    expect(host.raw.join('\n')).not.toContain('0.12345');

    await goTo(room, 'question', 2);
    for (const one of [...players, screen]) {
      expect((await one.wait('revival')).playerIds).toEqual([ghost.playerId]);
      const marks = one.last('updateScores')!.players;
      expect(marks.filter(({ isAlive }) => isAlive)).toHaveLength(4);
      // R7.4 Everybody sees them where they are.
      await one.wait('updatePosition', ({ updates }) =>
        updates.some(
          ({ playerId, playerPosition: [x] }) => playerId === ghost.playerId && x === 0.12345,
        ),
      );
    }
    await settle(ghost, [host, screen]);
    const back = hall.comeBack(players[1]!, room.pin, { format });
    const roster = await back.wait('joinRoom');
    expect(roster.players.find(({ playerId }) => playerId === ghost.playerId)?.isAlive).toBe(true);
    // The answer of who is back counts, and it is once a game.
    await answer(ghost, true);
    for (const one of [host, back]) await answer(one, one === host);
    await answer(players[2]!, false);
    await goTo({ ...room, players: [host, ghost, back] }, 'reveal', 2);
    const marks = host.last('endQuizTime')!.players.filter(({ played }) => played);
    expect(marks.filter(({ isAlive }) => isAlive).map(({ playerId }) => playerId)).toEqual([
      host.playerId,
      ghost.playerId,
    ]);
    await goTo({ ...room, players: [host, ghost, back] }, 'question', 3);
    expect(host.all('revival')).toHaveLength(1);
  });
});
