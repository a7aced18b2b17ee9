/** Questions that were answered, and games of them. */
import { partSolution } from '../../../src/game/kinds/series.js';
import { nameOf } from '../../../src/protocol/judged-name.js';
import { expect } from 'vitest';
import { drawQuestion } from '../../../src/game/draw-question.js';
import type { Answer, JudgedQuestion } from '../../../src/game/shared/judged.js';
import { floorOf, positionFor, valuesOf } from '../../../src/game/kinds/floor.js';
import { entryKey, deadlineOf } from '../../../src/game/phase.js';
import type { Question } from '../../../src/game/shared/quiz-set.js';
import type { RoomState } from '../../../src/game/room-state.js';
import { advance, startGame } from '../../../src/game/transitions.js';
import { STEPS, type RoomOptions } from '../../../src/protocol/index.js';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { aRoom, aSeat, EPOCH, LENGTHS } from '../../support/game-data.js';
import { after } from '../phase-rooms.js';

export const seatsFor = (count: number) => Array.from({ length: count }, (_, slot) => aSeat(slot));
export const drawn = (question: Question, crowd: 'visible' | 'blind' = 'visible') =>
  drawQuestion(question, { choiceOrder: 'written', crowd }, seeded(1));

/** A question that `p0`, `p1`, … answered with these values, from the places of these. */
export function judged(question: Question, values: readonly number[], index = 0): JudgedQuestion {
  const { shown, solution } = drawn(question);
  const floor = floorOf(shown);
  const answers = values.map((value, n): Answer => {
    return [`p${n}`, value, 0, 1, ...positionFor(value, floor)];
  });
  const right = partSolution(solution, 0);
  const blind = shown.blind ? ({ blind: true } as const) : {};
  return {
    ...nameOf({ index }),
    floor,
    setSolution: right,
    solution: right,
    ...blind,
    limitMs: 15_000,
    isVoid: false,
    answers,
  };
}

/** A game of these questions in order, at its first question; three play. */
export function play(options: Partial<RoomOptions>, questions: readonly Question[]): RoomState {
  const quizSet = { quizSetId: 'test-set', quizCount: questions.length, title: 'Test set' };
  const written = { questionOrder: 'written', choiceOrder: 'written' } as const;
  const room = aRoom({ seats: seatsFor(3), settings: { ...written, ...options, quizSet } });
  return step(after(room, startGame(room, { questions, random: seeded(1) }, EPOCH, LENGTHS)));
}

export function step(room: RoomState): RoomState {
  return after(room, advance(room, deadlineOf(room.phase) ?? EPOCH, LENGTHS));
}

/** Everybody stands on a value; who has none has not moved. */
export function stand(room: RoomState, values: readonly (number | null)[]): RoomState {
  const { phase, tally } = room;
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const floor = floorOf(phase.question);
  const entered = { question: entryKey(tally.game, phase), ms: 1_000 };
  const seats = [...room.seats.values()].map((seat, n) => {
    const value = values[n] ?? null;
    return value === null ? seat : { ...seat, position: positionOn(value, floor), entered };
  });
  return { ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) };
}

function positionOn(value: number, floor: ReturnType<typeof floorOf>): readonly [number, number] {
  expect(valuesOf(floor)).toContain(value);
  const [x, y] = positionFor(value, floor);
  expect(x).toBeLessThanOrEqual(STEPS);
  return [x, y];
}

/** The reveal after everybody has answered so. */
export function answer(room: RoomState, values: readonly (number | null)[]): RoomState {
  return step(stand(room, values));
}
