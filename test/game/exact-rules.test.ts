/** Rules whose words once left two readings, each by the smallest case that tells them apart. */
import { describe, expect, it } from 'vitest';
import { stoodSummary, worthAt } from '../../src/game/kinds/on-map.js';
import { missOf } from '../../src/game/kinds/spot.js';
import { summaryOf } from '../../src/game/kinds/summary.js';
import { earlyPoints, marksOf } from '../../src/game/scoring.js';
import {
  countedMs,
  EARLIEST_MS,
  type GameRules,
  type JudgedQuestion,
} from '../../src/game/shared/judged.js';
import { rankTeams } from '../../src/game/team-figures.js';
import { HEAT_CELLS } from '../../src/protocol/limits.js';
import { STEPS } from '../../src/protocol/position.js';
import { aSeat } from '../support/game-data.js';
import { SCALE, STATEMENTS } from '../support/kinds.js';
import { judged } from './kinds/played.js';

const FLAT: GameRules = {
  gameMode: 'RANKING',
  scoring: 'flat',
  crowd: 'visible',
  lives: 1,
  revival: false,
};

/** The points that `p0` has made of these parts of one question, all answered with value 1. */
function pointsOf(parts: readonly Partial<JudgedQuestion>[], rules: Partial<GameRules> = {}) {
  const rights = { kind: 'choice', rights: [1] } as const;
  const questions = parts.map((part, n): JudgedQuestion => {
    const answered = judged(STATEMENTS, [1]);
    return { ...answered, part: n, setSolution: rights, solution: rights, ...part };
  });
  const marks = marksOf([aSeat(0)], questions, { ...FLAT, ...rules }, 'judged');
  return marks.map(({ gain, isAnswer }) => [gain, isAnswer])[0];
}

const WRONG = { solution: { kind: 'choice', rights: [2] } } as const;

describe('R6.4, R6.9, R16.20 rounding', () => {
  it('gives an early answer the point that is begun', () => {
    expect(
      [2_999, 3_000, 3_001, 3_024, 3_025].map((ms) => earlyPoints(ms, 15_000, 'visible')),
    ).toEqual([1_000, 1_000, 1_000, 999, 999]);
  });

  it('rounds the parts of a question down once, and doubles what is left', () => {
    expect(pointsOf([{}, {}, WRONG])).toEqual([66, false]);
    const twice = { points: 2 } as const;
    expect(pointsOf([twice, twice, { ...WRONG, ...twice }])).toEqual([132, false]);
  });

  it('makes a question with a void part worth less, and all of the others all of it', () => {
    expect(pointsOf([{}, {}, { isVoid: true }])).toEqual([66, true]);
  });

  it('saves a life by half of the parts that are left, rounded up', () => {
    const survival = { gameMode: 'SURVIVAL' } as const;
    const seats = [aSeat(0), aSeat(1)];
    const part = (n: number, values: number[], more: Partial<JudgedQuestion> = {}) => {
      const rights = { kind: 'choice', rights: [1] } as const;
      return {
        ...judged(STATEMENTS, values),
        part: n,
        setSolution: rights,
        solution: rights,
        ...more,
      };
    };
    const parts = [part(0, [1, 1]), part(1, [2, 1]), part(2, [2, 1], { isVoid: true })];
    const falls = (questions: JudgedQuestion[]) =>
      marksOf(seats, questions, { ...FLAT, ...survival }, 'judged').map(
        ({ fellAt }) => fellAt !== null,
      );
    // One of two that count; with the third one it would be one of three.
    expect(falls(parts)).toEqual([false, false]);
    expect(falls(parts.map((one) => ({ ...one, isVoid: false })))).toEqual([true, false]);
  });
});

describe('R6.6 survival after a revival', () => {
  /** Five questions of two choices, 1 is right; `p2` falls, comes back by a revival, and alone lives in the end. */
  const rows = [
    [1, 1, 2],
    [1, 1, 1],
    [1, 2, 1],
    [2, 2, 1],
  ];
  const course = (scoring: GameRules['scoring']) => {
    const questions = rows.map((values, question): JudgedQuestion => {
      const one = judged(STATEMENTS, values, question);
      const rights = { kind: 'choice', rights: [1] } as const;
      const answers = one.answers.map((answer, n) => {
        const isGhost = (n === 2 && question === 1) || (n === 1 && question === 3);
        return isGhost ? (answer.with(3, 2) as unknown as typeof answer) : answer;
      });
      const revives = question === 1 ? { revives: ['p2'] } : {};
      return { ...one, answers, setSolution: rights, solution: rights, ...revives };
    });
    const seats = [aSeat(0), aSeat(1), aSeat(2)];
    const rules = { ...FLAT, scoring, gameMode: 'SURVIVAL', revival: true } as const;
    return marksOf(seats, questions, rules, 'over').map(({ score, rank }) => [score, rank]);
  };

  it.each(['flat', 'early'] as const)(
    'with %s puts the player who lives before those who fell, whatever their scores',
    (scoring) => {
      expect(course(scoring)).toEqual([
        [3, 2],
        [2, 3],
        [2, 1],
      ]);
    },
  );

  it('with shared ranks by the scores alone, so the only player left is not first', () => {
    expect(course('shared')).toEqual([
      [3, 1],
      [2, 2],
      [2, 2],
    ]);
  });
});

it('R6.5, R6.10 extra time counts two thirds of the least time, too', () => {
  expect(countedMs(EARLIEST_MS, true)).toBe(166);
});

it('R13.4 the median of an even number of teams is the mean of the middle two', () => {
  const teams = [2, 4, 12, 20].map((questions, team) => ({ team, points: 100, questions }));
  // Half of (4 + 12) / 2 questions is the least divisor.
  expect(rankTeams(teams).map(({ team, figure }) => [team, figure])).toEqual([
    [0, 25],
    [1, 25],
    [2, 8.33],
    [3, 5],
  ]);
});

it('R16.6 an edge has the width of the rounding, on each axis in its own radius', () => {
  const target = { x: 30_000, y: 30_000, rx: 10_001, ry: 5_000 };
  const isIn = (x: number, y: number) => missOf([x, y], [target]) === 0;
  expect([isIn(40_001, 30_000), isIn(40_002, 30_000), isIn(40_003, 30_000)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isIn(30_000, 35_000), isIn(30_000, 35_001)]).toEqual([true, false]);
});

it('R16.4 nearness to an ellipse is counted on both axes in their own radii', () => {
  const wide = { x: 30_000, y: 30_000, rx: 10_000, ry: 1_000 };
  // 5,000 steps beside the edge are half a radius, 5,000 above it five.
  const [beside, above] = [missOf([45_000, 30_000], [wide]), missOf([30_000, 36_000], [wide])];
  expect(Math.sqrt(beside) / 10_000).toBeCloseTo(1.5);
  expect(Math.sqrt(above) / 10_000).toBeCloseTo(6);
  expect(Math.sqrt(missOf([45_000, 32_000], [wide])) / 10_000).toBeCloseTo(2.5);
});

it('R16.9 mean and standard deviation are of all who answered, with one decimal', () => {
  const question = judged(SCALE, [1, 2, 4]);
  // Mean 2.333, variance (1.78 + 0.11 + 2.78) / 3; divided by 2 the spread would be 1.5.
  expect(summaryOf(question)).toMatchObject({ mean: 2.3, spread: 1.2 });
});

it('R16.24 a distance to the target is rounded down to whole steps', () => {
  const target = { x: 30_000, y: 30_000, near: 1_000, far: 2_000 };
  const own = (x: number, y: number) => worthAt([x, y], target).own;
  // √(1000² + 44²) = 1000.97 and √(1000² + 45²) = 1001.01.
  expect([own(31_000, 30_044), own(31_000, 30_045)]).toEqual([1_000, 999]);
  expect([own(32_000, 30_000), own(31_999, 30_063)]).toEqual([0, 1]);
});

it('R16.25 the middle of a cluster is a cell in which somebody stands', () => {
  const cell = STEPS / HEAT_CELLS;
  const at = (column: number, row: number) =>
    [Math.floor((column + 0.5) * cell), Math.floor((row + 0.5) * cell)] as const;
  // Two people three cells apart: from the empty cell between them both would be within two.
  expect(stoodSummary([at(4, 4), at(7, 4)], []).clusters).toEqual([]);
  expect(stoodSummary([at(4, 4), at(6, 4)], []).clusters).toMatchObject([{ count: 2 }]);
});
