import { nameOf } from '../../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { transitionEvents } from '../../../src/server/live/batch/admission.js';
import { correct } from '../../../src/game/correct.js';
import { drawQuestion } from '../../../src/game/draw-question.js';
import { hostNotesOf, zoneCountsOf } from '../../../src/game/host-notes.js';
import type { Answer, GameRules, JudgedQuestion } from '../../../src/game/shared/judged.js';
import { entriesOn } from '../../../src/game/kinds/entry.js';
import { floorOf, positionFor, valueAt, valuesOf } from '../../../src/game/kinds/floor.js';
import { placeOf } from '../../../src/game/kinds/ruler.js';
import { missOf } from '../../../src/game/kinds/spot.js';
import { summaryOf } from '../../../src/game/kinds/summary.js';
import { revealPayload } from '../../../src/game/phase.js';
import type { Question } from '../../../src/game/shared/quiz-set.js';
import { drawInt, drawPosition } from '../../../src/game/shared/random.js';
import { isAlive, type RoomState } from '../../../src/game/room-state.js';
import { marksOf } from '../../../src/game/scoring.js';
import { toldScores } from '../../../src/game/tally.js';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { codeOf } from '../../support/game-data.js';
import { NUMBER, ONE_OF_EACH, OX, POLL, SCALE, SEVERAL, SPOT } from '../../support/kinds.js';
import { after } from '../phase-rooms.js';
import { answer, drawn, judged, play, seatsFor, stand, step } from './played.js';

const SHARED: GameRules = {
  gameMode: 'RANKING',
  scoring: 'shared',
  crowd: 'visible',
  lives: 1,
  revival: false,
};
const gains = (questions: readonly JudgedQuestion[], rules = SHARED, count = 3): number[] =>
  marksOf(seatsFor(count), questions, rules, 'judged').map(({ gain }) => gain);
const at = (...values: number[]): number[] => values.map((value) => placeOf(value, NUMBER));

describe('R16.2 several right choices', () => {
  it('make whoever stands in any of them right, and share the points', () => {
    expect(gains([judged(SEVERAL, [2, 4, 1])])).toEqual([500, 500, 0]);
  });

  it('are told by their number only, and wherever they are when they are shuffled', () => {
    for (let seed = 0; seed < 30; seed++) {
      const how = { choiceOrder: 'shuffled', crowd: 'visible' } as const;
      const { shown, solution } = drawQuestion(SEVERAL, how, seeded(seed));
      expect(shown).toMatchObject({ rightCount: 2 });
      if (solution?.kind !== 'choice') throw new Error('nothing is right');
      const texts = solution.rights.map((order) => shown.choiceList[order - 1]?.content);
      expect(new Set(texts)).toEqual(new Set(['B', 'D']));
      expect(solution.rights).toEqual(solution.rights.toSorted((a, b) => a - b));
      const fixed = drawQuestion({ ...SEVERAL, fixedOrder: true }, how, seeded(seed)).shown;
      expect(fixed.choiceList.map(({ content }) => content)).toEqual(SEVERAL.choices);
      const { choiceList } = drawQuestion(OX, how, seeded(seed)).shown;
      expect(choiceList.map(({ content }) => content)).toEqual(['O', 'X']);
    }
  });
});

describe('R15.30 a picture to stand on', () => {
  it('is told as its author has it: whole, or the square in its middle', () => {
    expect(drawn({ ...SPOT, whole: true }).shown).toMatchObject({ whole: true });
    expect(drawn(SPOT).shown).not.toHaveProperty('whole');
  });
});

describe('R16.3 whether a question is blind', () => {
  it.each(ONE_OF_EACH)('$kind: as its author says, as the room is, or always', (question) => {
    const isOfRoom = ['choice', 'pictures', 'ox'].includes(question.kind);
    expect(drawn(question).shown.blind).toBe(isOfRoom ? undefined : true);
    expect(drawn(question, 'blind').shown.blind).toBe(true);
    expect(drawn({ ...question, blind: true }).shown.blind).toBe(true);
    expect(drawn({ ...question, blind: false }, 'blind').shown.blind).toBeUndefined();
  });

  it('R6.4 decides what a late answer loses, and the room whether streaks count', () => {
    const late = (question: Question, index: number): JudgedQuestion => {
      const asked = judged(question, [question.kind === 'ox' ? 2 : placeOf(70, NUMBER)], index);
      const answers = asked.answers.map((answer) => answer.with(2, 15_000) as unknown as Answer);
      return { ...asked, answers };
    };
    const rules = { ...SHARED, scoring: 'early' } as const;
    const questions = [late(OX, 0), late(NUMBER, 1), late(NUMBER, 2)];
    expect(questions.map((_, n) => gains(questions.slice(0, n + 1), rules, 1)[0])).toEqual([
      500, 800, 800,
    ]);
  });
});

describe('R16.4 where nobody is right', () => {
  it('the nearest are right in a ranking, ties in, and nobody where somebody is right', () => {
    expect(gains([judged(NUMBER, at(60, 85, 100))])).toEqual([1000, 0, 0]);
    expect(gains([judged(NUMBER, at(60, 80, 100))])).toEqual([500, 500, 0]);
    expect(gains([judged(NUMBER, at(65, 80, 75))])).toEqual([500, 0, 500]);
  });

  it('they are a tenth of those who play, rounded down, and one at least', () => {
    const random = seeded(9);
    for (let n = 0; n < 300; n++) {
      const count = 1 + drawInt(random, 60);
      const values = Array.from({ length: count }, () => placeOf(5 * drawInt(random, 12), NUMBER));
      const marks = marksOf(seatsFor(count), [judged(NUMBER, values)], SHARED, 'judged');
      const right = marks.flatMap(({ isAnswer }, slot) => (isAnswer ? values[slot]! : []));
      const sorted = values.toSorted((a, b) => b - a);
      const least = sorted[Math.max(1, Math.floor(count / 10)) - 1]!;
      expect(right.toSorted((a, b) => b - a)).toEqual(sorted.filter((value) => value >= least));
    }
  });

  it('counts nearness on a picture in radii of the nearest target', () => {
    const { x, y } = SPOT.targets[0]!;
    const from: [number, number][] = [
      [x + 12_500, y],
      [x, y + 6_000],
      [x + 30_000, y],
    ];
    const asked = judged(SPOT, [1, 1, 1]);
    const answers = from.map(([left, down], n): Answer => [`p${n}`, 1, 0, 1, left, down]);
    expect(gains([{ ...asked, answers }])).toEqual([0, 1000, 0]);
  });

  it('is told with the reveal, and no more once a correction makes somebody right', () => {
    const told = ({ phase }: RoomState) =>
      phase.kind === 'reveal' ? revealPayload(phase, []).nearest : phase.kind;
    const room = answer(play({}, [NUMBER, SPOT, OX]), at(0, 50, 100));
    expect(told(room)).toBe(true);
    const number = { answer: 50, tolerance: 0 };
    expect(
      told(
        after(room, correct(room, nameOf({ index: 0 }), { isVoid: false, rights: null, number })),
      ),
    ).toBe(undefined);
    expect(
      told(after(room, correct(room, nameOf({ index: 0 }), { isVoid: true, rights: null }))),
    ).toBe(undefined);
    const onSpot = step(room);
    if (onSpot.phase.kind !== 'question') throw new Error(onSpot.phase.kind);
    const floor = floorOf(onSpot.phase.question);
    const wrong = valuesOf(floor).filter(
      (value) => missOf(positionFor(value, floor), SPOT.targets) > 0,
    );
    const [first = 0, second = 0] = wrong;
    expect(told(answer(onSpot, [first, second, first]))).toBe(true);
    expect(told(answer(onSpot, [1, 2, 3]))).toBe(undefined);
    const survival = answer(play({ gameMode: 'SURVIVAL' }, [NUMBER, OX]), at(0, 50, 100));
    expect(told(survival)).toBe(undefined);
  });

  it('in survival nobody is, and nobody falls; somebody who is right lets the others fall', () => {
    const rules = { ...SHARED, gameMode: 'SURVIVAL' } as const;
    const marks = (values: number[]) =>
      marksOf(seatsFor(3), [judged(NUMBER, values)], rules, 'judged');
    expect(marks(at(0, 50, 100)).map(({ isAnswer, fellAt }) => [isAnswer, fellAt])).toEqual(
      Array.from({ length: 3 }, () => [false, null]),
    );
    expect(marks(at(0, 70, 100)).map(({ fellAt }) => fellAt === null)).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('R16.11 polls and scales', () => {
  it('give nothing, and streaks pass over them', () => {
    const rules = { ...SHARED, scoring: 'early', crowd: 'blind' } as const;
    const right = (index: number) => ({ ...judged(OX, [2], index), blind: true as const });
    const questions = [right(0), right(1), judged(POLL, [1], 2), judged(SCALE, [5], 3), right(4)];
    expect(questions.map((_, n) => gains(questions.slice(0, n + 1), rules, 1)[0])).toEqual([
      1000, 1000, 0, 0, 1050,
    ]);
  });

  it('tell no marks, cost no life and leave everybody’s score and rank as they were', () => {
    const started = play({ gameMode: 'SURVIVAL' }, [OX, POLL, SCALE, OX]);
    const first = answer(started, [2, 2, 1]);
    const before = first.tally.marks.map(({ score, rank }) => [score, rank]);
    const poll = answer(step(first), [1, 4, 2]);
    expect(poll.tally.marks.map(({ score, rank }) => [score, rank])).toEqual(before);
    expect([...poll.seats.values()].map(isAlive)).toEqual([true, true, false]);
    if (poll.phase.kind !== 'reveal') throw new Error(poll.phase.kind);
    const payload = revealPayload(poll.phase, toldScores(poll.tally, true).players);
    expect(payload).toMatchObject({ answer: 0, players: [] });
    expect(payload).not.toHaveProperty('solution');
  });

  it('let nobody fall by a correction, who falls with the next question that is scored', async () => {
    const room = step(answer(play({ gameMode: 'SURVIVAL' }, [OX, POLL, OX, OX]), [2, 2, 1]));
    // O was right, so those who live have fallen.
    const asked = after(room, correct(room, nameOf({ index: 0 }), { isVoid: false, rights: [1] }));
    const living = ({ seats }: RoomState) => [...seats.values()].map(isAlive);
    expect(living(asked)).toEqual([true, true, true]);
    const polled = answer(asked, [1, 1, 1]);
    expect(living(polled)).toEqual([true, true, true]);
    expect(
      await codeOf(() => correct(polled, nameOf({ index: 1 }), { isVoid: true, rights: null })),
    ).toBe('BAD_REQUEST');
    expect(living(answer(step(polled), [2, 2, 2]))).toEqual([false, false, true]);
    // The same where it is corrected while the poll is revealed, and all are told the scores beside it.
    const known = answer(
      step(answer(play({ gameMode: 'SURVIVAL' }, [OX, POLL, OX]), [2, 2, 1])),
      [1],
    );
    const late = correct(known, nameOf({ index: 0 }), { isVoid: false, rights: [1] });
    expect(living(after(known, late))).toEqual([true, true, true]);
    const told = transitionEvents(known, late);
    expect(told.map(([event]) => event)).toEqual(['phase', 'endQuizTime', 'updateScores']);
    const scores = told.at(-1)![1] as { players: { score: number }[] };
    expect(scores.players.map(({ score }) => score)).toEqual([0, 0, 1]);
  });

  it('R16.9 count apart who has not moved since the question was put', () => {
    const room = answer(step(answer(play({}, [OX, POLL, SCALE]), [2, 2, 2])), [1, null, 4]);
    if (room.phase.kind !== 'reveal') throw new Error(room.phase.kind);
    expect(room.phase.summary).toEqual({ kind: 'poll', counts: [1, 0, 0, 1], unmoved: 1 });
    const scale = answer(step(room), [null, null, null]);
    if (scale.phase.kind !== 'reveal') throw new Error(scale.phase.kind);
    const nobody = { kind: 'scale', counts: [], mean: null, spread: null, unmoved: 3 };
    expect(scale.phase.summary).toEqual(nobody);
  });
});

describe('R16.9 the summary', () => {
  it('has the lower median, and mean and spread with one decimal', () => {
    const summary = (question: Question, values: readonly number[]) => {
      return summaryOf(judged(question, values));
    };
    expect(summary(NUMBER, at(10, 20, 90, 100))).toMatchObject({ median: 20 });
    expect(summary(SCALE, [0, 1, 1])).toMatchObject({ mean: 0.7, spread: 0.5 });
    expect(summary(SPOT, [1, 1, 3])).toEqual({ kind: 'spot', counts: [2, 0, 1] });
  });

  it('counts nobody for whom the question does not count', () => {
    const question = judged(OX, [1, 2, 2]);
    const answers = question.answers.map((given, n) => given.with(3, n) as unknown as Answer);
    expect(summaryOf({ ...question, answers })).toEqual({ kind: 'ox', counts: [0, 1] });
  });
});

describe('R16.10 the time of an answer', () => {
  it.each(ONE_OF_EACH)('$kind: counts from when its value was changed', (question) => {
    const random = seeded(8);
    const floor = floorOf(drawn(question).shown);
    const isByValue = ['choice', 'pictures', 'ox', 'number'].includes(question.kind);
    for (let n = 0; n < 300; n++) {
      const [before, now] = [drawPosition(random), drawPosition(random)];
      const isOther = valueAt(before, floor) !== valueAt(now, floor);
      expect(entriesOn(floor)(before, now)).toBe(isByValue ? isOther : true);
    }
  });
});

describe('R4.2 what a cockpit is told', () => {
  it('is what is right, the explanation, and all of what comes', () => {
    const room = step(answer(play({}, [OX, NUMBER, SPOT, POLL]), [1, 1, 1]));
    const notes = hostNotesOf(room)!;
    expect(notes).toMatchObject({
      answer: 0,
      solution: { kind: 'number', answer: 70, tolerance: 5 },
      explanation: NUMBER.explanation,
    });
    expect(notes.coming.map(({ kind, answer: right }) => [kind, right])).toEqual([
      ['spot', 0],
      ['poll', 0],
    ]);
    expect(notes.coming[0]!.solution).toEqual({ kind: 'spot', targets: SPOT.targets });
    expect(notes.coming[1]).not.toHaveProperty('solution');
  });

  it('is how many stand on each value of a blind question', () => {
    const room = stand(step(answer(play({}, [OX, NUMBER, POLL]), [1, 1, 1])), at(0, 5, 5));
    const counts = zoneCountsOf(room)!;
    expect(counts).toHaveLength(21);
    expect(counts.slice(0, 3)).toEqual([1, 2, 0]);
    expect(zoneCountsOf(stand(step(answer(room, at(0, 5, 5))), [1, 4, 4]))).toEqual([1, 0, 0, 2]);
  });
});
