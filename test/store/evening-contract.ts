import { expect, it } from 'vitest';
import { holdDraw } from '../../src/game/draw.js';
import { givePoints, takeBackPoints } from '../../src/game/given-points.js';
import { deadlineOf } from '../../src/game/phase.js';
import { programmeOf } from '../../src/game/programme.js';
import type { Transition } from '../../src/game/room-change.js';
import type { RoomState } from '../../src/game/room-state.js';
import { bringQuizSet } from '../../src/game/settings-commands.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { advance, next, startGame } from '../../src/game/transitions.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { aSet, LENGTHS, someOptions, someQuestions } from '../support/game-data.js';
import { claim } from '../support/store-verbs.js';
import { after } from '../game/phase-rooms.js';
import { newRoom, plain, read, seatAll, type UseParts } from './parts.js';

const QUESTIONS = someQuestions(3);
const EVENING: QuizSet = {
  ...aSet(3),
  programme: [
    { kind: 'draw', id: 'd', title: 'A book', among: 'everybody', winners: 2 },
    {
      kind: 'round',
      id: 'r',
      name: '',
      count: 2,
      factor: 1,
      standings: 'each',
      questions: QUESTIONS,
    },
  ],
};

/** Draws and points by hand, written and read again at every step. */
export function eveningContract(use: UseParts): void {
  it('R27.8, R27.10 keeps draws with their seeds and codes, and points by hand, as decided', async () => {
    const parts = use();
    const { store, writer } = parts;
    const random = seeded(3);
    const roomId = (await store.openRoom(newRoom({ options: someOptions({ scoring: 'flat' }) })))!;
    await seatAll(parts, roomId, 6);
    const quizSet = { quizSetId: 'own', quizCount: 2, title: 'Own', rounds: 1 };
    await writer.run(roomId, bringQuizSet(EVENING, quizSet, programmeOf(EVENING, random)));
    const step = async (decide: (room: RoomState) => Transition): Promise<RoomState> => {
      const room = await read(store, roomId);
      const transition = decide(room);
      const { phase, tally, rules, programme, seats } = plain(after(room, transition));
      expect(await claim(parts, room, transition)).toMatchObject({ kind: 'done' });
      const written = await read(store, roomId);
      expect(plain(written)).toMatchObject({ phase, tally, rules, programme, seats });
      return written;
    };
    const now = store.now();
    await step((room) => next(room, now, LENGTHS));
    const held = await step((room) => holdDraw(room, { now, lengths: LENGTHS, random })!);
    const [draw] = held.programme!.draws!;
    expect(draw?.shown.drawn.winners).toHaveLength(2);
    expect(draw?.codes).toHaveLength(2);
    const source = { questions: QUESTIONS, random };
    await step((room) => startGame(room, source, now, LENGTHS));
    const goOn = () => step((room) => advance(room, deadlineOf(room.phase) ?? now, LENGTHS));
    await goOn();
    await goOn();
    const gift = { playerId: 'p1', points: 70, reason: '노래' };
    const given = await step((room) => givePoints(room, gift));
    expect(given.programme!.draws).toEqual([draw]);
    expect(given.judged).toHaveLength(1);
    await step((room) => givePoints(room, { ...gift, points: -20 }));
    const taken = await step((room) => takeBackPoints(room, 1));
    expect(taken.rules.given).toMatchObject([{ id: 2, points: -20 }]);
    expect(taken.judged).toEqual(given.judged);
    expect([...taken.seats.values()].map(({ score }) => score)[1]).toBe(
      [...given.seats.values()].map(({ score }) => score)[1]! - 90,
    );
  });
}
