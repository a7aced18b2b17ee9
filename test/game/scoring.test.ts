import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import type { GameMode } from '../../src/protocol/index.js';
import type { Answer, GameRules, JudgedQuestion } from '../../src/game/shared/judged.js';
import { closingMarks, resultsIn } from '../../src/game/closing.js';
import { answersOf, earlyPoints, marksOf, standingsOf } from '../../src/game/scoring.js';
import type { PlayerMark, Seat } from '../../src/game/room-state.js';
import { zoneOf } from '../../src/game/shared/zones.js';
import { aSeat, inZone } from '../support/game-data.js';
import { choiceOf } from '../support/drawn.js';

const QUESTION = { choices: 4, answer: 3 };
const SHARED: GameRules = {
  gameMode: 'RANKING',
  scoring: 'shared',
  crowd: 'visible',
  lives: 1,
  revival: false,
};
const right = inZone(3, 4);
const wrong = inZone(1, 4);

/** `right` and `wrong` players, in this order, from slot 0 on. */
function crowd(rightCount: number, wrongCount: number): Seat[] {
  return Array.from({ length: rightCount + wrongCount }, (_, slot) =>
    aSeat(slot, { position: slot < rightCount ? right : wrong }),
  );
}

/** A question that these players answered so. */
function judged(index: number, answers: readonly Answer[], changes = {}): JudgedQuestion {
  const { answer, choices } = QUESTION;
  return {
    ...nameOf({ index }),
    ...choiceOf(choices, answer),
    limitMs: 15_000,
    isVoid: false,
    answers,
    ...changes,
  };
}

/** Marks after this one question, which everybody answers by where they stand. */
function judge(
  seats: readonly Seat[],
  gameMode: GameMode,
  { choices }: typeof QUESTION,
  index: number,
): PlayerMark[] {
  const standing = {
    ordinal: index,
    valueOf: ({ position }: Seat) => zoneOf(position, choices),
    msOf: () => 0,
  };
  const question = judged(index, answersOf(seats, standing));
  return marksOf(seats, [question], { ...SHARED, gameMode }, 'judged');
}

/** What `p0`, `p1`, … answered: right or not, and when they entered it in ms. */
const said = (...answers: readonly [isRight: boolean, ms?: number][]): Answer[] =>
  answers.map(([isRight, ms = 0], n) => [`p${n}`, isRight ? 3 : 1, ms, 1, 0, 0]);

type Marks = readonly PlayerMark[];
const scores = (marks: Marks): number[] => marks.map(({ score }) => score);
const answers = (marks: Marks): boolean[] => marks.map(({ isAnswer }) => isAnswer);
const played = (marks: Marks): boolean[] => marks.map((mark) => mark.played);
const alive = (marks: Marks): boolean[] => marks.map(({ fellAt }) => fellAt === null);

describe('R6.1 RANKING', () => {
  it.each([
    [1, 1000],
    [2, 500],
    [3, 333],
    [7, 142],
    [200, 5],
    [1000, 1],
    [1001, 0],
  ])('%i who are right share 1000 points: %i each', (count, each) => {
    const judgement = judge(crowd(count, 2), 'RANKING', QUESTION, 0);
    expect(scores(judgement)).toEqual([...Array.from({ length: count }, () => each), 0, 0]);
    expect(alive(judgement)).not.toContain(false);
  });

  it('nobody who is right means nobody scores', () => {
    expect(scores(judge(crowd(0, 3), 'RANKING', QUESTION, 0))).toEqual([0, 0, 0]);
    expect(judge([], 'RANKING', QUESTION, 0)).toEqual([]);
  });

  it('points add up over the questions, and ties share a rank', () => {
    const questions = [
      judged(0, said([true], [true], [false], [false])),
      judged(1, said([true], [false], [true], [false])),
      judged(2, said([false], [true], [true], [false])),
    ];
    const marks = marksOf(crowd(2, 2), questions, SHARED, 'judged');
    expect(marks.map(({ playerId, score, gain, rank }) => [playerId, score, gain, rank])).toEqual([
      ['p0', 1000, 0, 1],
      ['p1', 1000, 500, 1],
      ['p2', 1000, 500, 1],
      ['p3', 0, 0, 4],
    ]);
  });

  it('R5.3 a dropped player counts where it stood last', () => {
    const dropped = { connectionId: null, droppedAt: 1 };
    const seats = [
      aSeat(0, { ...dropped, position: right }),
      aSeat(1, { ...dropped, position: wrong }),
    ];
    const judgement = judge(seats, 'RANKING', QUESTION, 0);
    expect(answers(judgement)).toEqual([true, false]);
    expect(scores(judgement)).toEqual([1000, 0]);
  });

  it('R7.3 who joined during the question neither scores nor takes a share', () => {
    const seats = [...crowd(1, 0), aSeat(1, { position: right, playsFrom: 1 })];
    const first = judge(seats, 'RANKING', QUESTION, 0);
    expect(scores(first)).toEqual([1000, 0]);
    expect(answers(first)).toEqual([true, false]);
    expect(played(first)).toEqual([true, false]);
    const next = judge(seats, 'RANKING', QUESTION, 1);
    expect(scores(next)).toEqual([500, 500]);
    expect(played(next)).toEqual([true, true]);
  });

  it('a mark belongs to the owner of the slot, not to the slot', () => {
    const marks = judge([aSeat(4, { playerId: 'x', position: right })], 'RANKING', QUESTION, 0);
    expect(marks).toEqual([
      {
        playerId: 'x',
        score: 1000,
        isAnswer: true,
        played: true,
        gain: 1000,
        rank: 1,
        fellAt: null,
      },
    ]);
  });

  it('changes no seat itself', () => {
    const seats = crowd(1, 1);
    const before = structuredClone(seats);
    judge(seats, 'SURVIVAL', QUESTION, 0);
    expect(seats).toEqual(before);
  });
});

describe('R6.2 SURVIVAL', () => {
  it('who is wrong falls where it stands, who survives gets a point', () => {
    const judgement = judge(crowd(2, 2), 'SURVIVAL', QUESTION, 0);
    expect(scores(judgement)).toEqual([1, 1, 0, 0]);
    expect(alive(judgement)).toEqual([true, true, false, false]);
    expect(judgement.map(({ fellAt }) => fellAt)).toEqual([null, null, wrong, wrong]);
  });

  it('nobody falls when all the living are wrong, and all have survived', () => {
    const ghost = aSeat(2, { position: right, fellAt: wrong });
    const judgement = judge([...crowd(0, 2), ghost], 'SURVIVAL', QUESTION, 0);
    expect(scores(judgement)).toEqual([1, 1, 0]);
    expect(alive(judgement)).toEqual([true, true, false]);
    expect(answers(judgement)).toEqual([false, false, false]);
  });

  it('R7.2 a ghost is not right wherever it walks, and stays where it fell', () => {
    const ghost = aSeat(2, { position: right, fellAt: inZone(2, 4) });
    const judgement = judge([...crowd(1, 1), ghost], 'SURVIVAL', QUESTION, 0);
    expect(answers(judgement)).toEqual([true, false, false]);
    expect(judgement[2]).toMatchObject({ score: 0, fellAt: inZone(2, 4) });
  });

  it('R7.2 tells who was playing: those who fall by this answer, but no earlier ghost', () => {
    const ghost = aSeat(3, { position: right, fellAt: wrong });
    const judgement = judge([...crowd(1, 2), ghost], 'SURVIVAL', QUESTION, 0);
    expect(alive(judgement)).toEqual([true, false, false, false]);
    expect(played(judgement)).toEqual([true, true, true, false]);
  });

  it('a single player who is wrong does not fall', () => {
    expect(alive(judge(crowd(0, 1), 'SURVIVAL', QUESTION, 0))).toEqual([true]);
  });

  it('R5.3 who dropped in a wrong zone falls like anybody else', () => {
    const seats = [...crowd(1, 0), aSeat(1, { position: wrong, connectionId: null, droppedAt: 1 })];
    expect(alive(judge(seats, 'SURVIVAL', QUESTION, 0))).toEqual([true, false]);
  });
});

describe('R6.3 the final table', () => {
  const questions = [
    judged(0, said([false], [true], [true], [false])),
    judged(1, said([false], [true], [true], [false])),
  ];
  const seats = [0, 1, 2, 3].map((slot) => aSeat(slot));

  it('is best first, ties share a rank and stand in order of slots, and it carries names', () => {
    const rows = resultsIn(standingsOf(questions, SHARED), seats, SHARED);
    expect(rows.map(({ playerId, score, rank }) => [playerId, score, rank])).toEqual([
      ['p1', 1000, 1],
      ['p2', 1000, 1],
      ['p0', 0, 3],
      ['p3', 0, 3],
    ]);
    expect(resultsIn(standingsOf(questions, SHARED), seats.toReversed(), SHARED)).toEqual(rows);
    expect(resultsIn(standingsOf([], SHARED), [aSeat(0)], SHARED)).toEqual([
      { playerId: 'p0', playerName: 'Player 0', slot: 0, score: 0, rank: 1 },
    ]);
  });

  it('keeps every score and rank in what is left of the game, and everybody is alive', () => {
    const rules = { ...SHARED, gameMode: 'SURVIVAL' as const };
    const marks = marksOf(seats, questions, rules, 'judged');
    expect(alive(marks)).toEqual([false, true, true, false]);
    const left = { isAnswer: false, played: false, gain: 0, fellAt: null };
    expect(closingMarks(marks).slice(0, 2)).toEqual([
      { ...left, playerId: 'p0', score: 0, rank: 3 },
      { ...left, playerId: 'p1', score: 2, rank: 1 },
    ]);
  });
});

describe('R6.4 what a right answer is worth', () => {
  const EARLY: GameRules = { ...SHARED, scoring: 'early' };
  const BLIND: GameRules = { ...EARLY, crowd: 'blind' };

  it.each([
    // ms, limit, visible, blind
    [0, 15_000, 1000, 1000],
    [3_000, 15_000, 1000, 1000],
    [3_001, 15_000, 1000, 1000],
    [9_000, 15_000, 750, 900],
    [15_000, 15_000, 500, 800],
    [99_000, 15_000, 500, 800],
    // A quarter of a short limit is free.
    [2_000, 8_000, 1000, 1000],
    [5_000, 8_000, 750, 900],
    [3_000, 3_000, 500, 800],
  ])('early: entered after %i of %i ms: %i, blind %i', (ms, limitMs, visible, blind) => {
    expect(earlyPoints(ms, limitMs, 'visible')).toBe(visible);
    expect(earlyPoints(ms, limitMs, 'blind')).toBe(blind);
    const question = judged(0, said([true, ms], [false, ms]), { limitMs });
    expect(scores(marksOf(crowd(1, 1), [question], EARLY, 'judged'))).toEqual([visible, 0]);
  });

  it('flat: 100 points, however many are right', () => {
    const question = judged(0, said([true], [true, 9_000], [false]));
    const flat: GameRules = { ...SHARED, scoring: 'flat' };
    expect(scores(marksOf(crowd(2, 1), [question], flat, 'judged'))).toEqual([100, 100, 0]);
  });

  it('a streak adds 50 from the third right answer in a row on, in blind rooms only', () => {
    const course = [true, true, true, true, false, true, true, true];
    const questions = course.map((isRight, index) => judged(index, said([isRight])));
    const gains = (rules: GameRules): number[] =>
      questions.map(
        (_, i) => marksOf(crowd(1, 0), questions.slice(0, i + 1), rules, 'judged')[0]!.gain,
      );
    expect(gains(BLIND)).toEqual([1000, 1000, 1050, 1050, 0, 1000, 1000, 1050]);
    expect(gains(EARLY)).toEqual([1000, 1000, 1000, 1000, 0, 1000, 1000, 1000]);
  });

  it('a question that does not count for somebody neither grows nor breaks the streak', () => {
    const questions = [0, 1, 2, 3].map((index) => judged(index, said([true])));
    questions[1] = judged(1, [['p0', 1, 0, 0, 0, 0]]);
    questions[2] = judged(2, said([false]), { isVoid: true });
    questions.push(judged(4, said([true])));
    expect(marksOf(crowd(1, 0), questions, BLIND, 'judged')[0]!.gain).toBe(1050);
  });
});

describe('R6.6 ties', () => {
  const flat: GameRules = { ...SHARED, scoring: 'flat' };

  it('are broken by right answers, then by their time, and shared where both are equal', () => {
    const questions = [
      judged(0, said([true, 5_000], [true, 4_000], [true, 4_000], [false, 0])),
      judged(1, said([false, 0], [false, 9_000], [false, 1], [true, 4_000])),
    ];
    const seats = crowd(2, 2);
    const ranks = (rules: GameRules): number[] =>
      marksOf(seats, questions, rules, 'judged').map(({ rank }) => rank);
    // Times of wrong answers count for nothing.
    expect(ranks(flat)).toEqual([4, 1, 1, 1]);
    expect(resultsIn(standingsOf(questions, flat), seats, flat).map(({ rank }) => rank)).toEqual([
      1, 1, 1, 4,
    ]);
    expect(resultsIn(standingsOf(questions, flat), seats, flat)[0]).toMatchObject({
      rights: 1,
      rightMs: 4_000,
    });
    expect(resultsIn(standingsOf(questions, SHARED), seats, SHARED)[0]).not.toHaveProperty(
      'rights',
    );
    // As it was before there were times.
    expect(ranks({ ...SHARED, gameMode: 'SURVIVAL' })).toEqual([1, 1, 1, 1]);
  });

  it('R20.21 tell the time of who is among the first, where nothing else tells them apart', () => {
    const tied = (...ms: number[]): JudgedQuestion[] => [
      judged(0, said(...ms.map((one): [boolean, number] => [true, one]))),
    ];
    const timesOf = (questions: JudgedQuestion[], rules: GameRules, count: number) =>
      marksOf(crowd(count, 0), questions, rules, 'judged').map(({ tieMs }) => tieMs);
    expect(timesOf(tied(900, 700, 900), flat, 3)).toEqual([900, 700, 900]);
    // Who share a rank are told apart by nothing.
    expect(timesOf(tied(900, 900), flat, 2)).toEqual([undefined, undefined]);
    expect(timesOf(tied(900, 700), SHARED, 2)).toEqual([undefined, undefined]);
    expect(timesOf(tied(900, 700), { ...flat, gameMode: 'SURVIVAL' }, 2)).toEqual([
      undefined,
      undefined,
    ]);
    // By the number of right answers first, which the time does not tell.
    const twice = [...tied(900, 700), judged(1, said([true, 100], [false]))];
    expect(timesOf(twice, flat, 2)).toEqual([undefined, undefined]);
    // As many as a projector lists, however many have the rank of the last of them.
    const many = timesOf(tied(100, ...Array.from({ length: 30 }, () => 200)), flat, 31);
    expect(many.map((ms, index) => [index, ms]).filter(([, ms]) => ms !== undefined)).toEqual([
      [0, 100],
      ...Array.from({ length: 9 }, (_, n) => [n + 1, 200]),
    ]);
  });

  it('in survival: who fell later, more lives, more right answers, less time', () => {
    const rules: GameRules = {
      gameMode: 'SURVIVAL',
      scoring: 'flat',
      crowd: 'visible',
      lives: 2,
      revival: false,
    };
    const questions = [
      judged(0, said([true, 9], [true, 8], [false], [false], [true, 9])),
      judged(1, said([true, 9], [true, 9], [false], [true, 1], [true, 9])),
    ];
    const marks = marksOf(crowd(4, 1), questions, rules, 'judged');
    expect(marks.map(({ rank }) => rank)).toEqual([2, 1, 5, 4, 2]);
    expect(alive(marks)).toEqual([true, true, false, true, true]);
  });
});

describe('R6.7 lives', () => {
  it('are lost one by one, and the last one is the fall', () => {
    const rules: GameRules = { ...SHARED, gameMode: 'SURVIVAL', lives: 3 };
    const questions = [0, 1, 2].map((index) => judged(index, said([true], [false])));
    const seats = crowd(1, 1);
    const after = (count: number): boolean[] =>
      alive(marksOf(seats, questions.slice(0, count), rules, 'judged'));
    expect([after(1), after(2), after(3)]).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ]);
    expect(scores(marksOf(seats, questions, rules, 'judged'))).toEqual([3, 0]);
  });
});
