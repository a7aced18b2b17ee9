import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';

const byId = ([a]: readonly unknown[], [b]: readonly unknown[]): number =>
  String(a).localeCompare(String(b));

const hall = useHall(SLOW, [slowSet(20, 4)]);

/** Two who live and two who fall in the first question, a late ghost, and a projector. */
async function haunted(format: 'json' | 'compact') {
  const room = await hall.openRoom({ gameMode: 'SURVIVAL', scoring: 'flat' });
  for (const name of ['Living', 'Ghost', 'Other ghost'])
    room.players.push(await hall.join(room.pin, name, { format }));
  const screen = await hall.join(room.pin, '', { role: 'screen', format });
  await goTo(room, 'question');
  for (const [n, player] of room.players.entries()) await answer(player, n < 2);
  await goTo(room, 'reveal');
  const late = await hall.join(room.pin, 'Late', { format });
  const [host, living, ghost, otherGhost] = room.players as [
    TestClient,
    TestClient,
    TestClient,
    TestClient,
  ];
  return { room, host, living, ghost, otherGhost, late, screen };
}

/** Goes on to the next question and its reveal; of each it is said who is right. */
async function play(
  { room, late, screen }: Awaited<ReturnType<typeof haunted>>,
  index: number,
  answers: readonly [TestClient, boolean][],
): Promise<void> {
  await goTo(room, 'question', index);
  await late.wait('phase', ({ kind, index: at }) => kind === 'question' && at === index);
  for (const [player, isRight] of answers) await answer(player, isRight);
  await goTo(room, 'reveal', index);
  const { version } = room.host.last('phase')!;
  for (const one of [late, screen]) await one.wait('phase', (phase) => phase.version >= version);
}

describe.concurrent.each(['json', 'compact'] as const)('R14.1 the ghost league (%s)', (format) => {
  it('judges what ghosts answer, and tells ghosts alone until the game is over', async () => {
    const all = await haunted(format);
    const { room, host, living, ghost, otherGhost, late, screen } = all;
    await play(all, 1, [
      [host, true],
      [living, true],
      [ghost, true],
      [otherGhost, false],
      [late, true],
    ]);
    const rowOf = (client: TestClient, of: TestClient) =>
      client.last('ghostLeague')?.players.find(({ playerId }) => playerId === of.playerId);
    for (const one of [ghost, otherGhost, late]) {
      await one.wait('ghostLeague');
      expect(rowOf(one, ghost)).toMatchObject({ rights: 1, isAnswer: true });
      expect(rowOf(one, otherGhost)).toMatchObject({ rights: 0, rank: 3, isAnswer: false });
      expect(rowOf(one, late)).toMatchObject({ rights: 1, isAnswer: true });
    }
    // What everybody is told of a ghost says nothing of its answer.
    const markOf = (of: TestClient) =>
      ghost.last('endQuizTime')?.players.find(({ playerId }) => playerId === of.playerId);
    for (const one of [ghost, otherGhost])
      expect(markOf(one)).toMatchObject({ isAnswer: false, played: false, gain: 0, rank: 3 });
    await settle(host, [living, screen]);
    for (const one of [host, living, screen])
      expect(one.raw.join('\n')).not.toMatch(/ghostLeague|"rights":\d/);
    // Who comes back, or comes in, hears what their audience hears.
    ghost.drop();
    const back = hall.comeBack(ghost, room.pin, { format });
    expect((await back.wait('ghostLeague')).players).toEqual(late.last('ghostLeague')!.players);
    living.drop();
    const alive = hall.comeBack(living, room.pin, { format });
    await alive.wait('endQuizTime');
    await settle(host, [alive]);
    expect(alive.all('ghostLeague')).toEqual([]);

    await host.do('endGame', {});
    for (const one of [host, alive, back, screen]) {
      const { league } = await one.wait('endGame');
      expect(
        league?.map(({ playerId, rights }) => [playerId, rights] as const).toSorted(byId),
      ).toEqual(
        [
          [ghost.playerId, 1],
          [late.playerId, 1],
        ].toSorted(byId),
      );
    }
  });

  it('R7.1 tells the living the same whatever ghosts answer', async () => {
    const told = await Promise.all(
      [true, false].map(async (isRight) => {
        const all = await haunted(format);
        const { room, host, living, ghost, otherGhost, late, screen } = all;
        await play(all, 1, [
          [host, true],
          [living, true],
          [ghost, isRight],
          [otherGhost, !isRight],
          [late, isRight],
        ]);
        // Nothing else of a reveal names a player; ids are drawn anew for each room.
        const everyone = [...room.players, late];
        return [living, screen].map((one) =>
          one.last('endQuizTime')!.players.map(({ playerId, ...mark }) => ({
            ...mark,
            who: everyone.findIndex((player) => player.playerId === playerId),
          })),
        );
      }),
    );
    expect(told[0]!.flat()).toHaveLength(10);
    expect(told[0]).toEqual(told[1]);
  });
});
