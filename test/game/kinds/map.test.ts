import { serverWords } from '../../../src/i18n/made/server/words.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../../src/game/correct.js';
import {
  floorOf,
  floorPart,
  positionFor,
  valueAt,
  valuesOf,
} from '../../../src/game/kinds/floor.js';
import { heatCell, stoodSummary, worthAt } from '../../../src/game/kinds/on-map.js';
import { rightsIn } from '../../../src/game/kinds/rights.js';
import { summaryOf } from '../../../src/game/kinds/summary.js';
import type { RoomState } from '../../../src/game/room-state.js';
import { marksOf } from '../../../src/game/scoring.js';
import {
  NOT_MOVED,
  type Answer,
  type GameRules,
  type JudgedQuestion,
} from '../../../src/game/shared/judged.js';
import type { MapQuestion } from '../../../src/game/shared/quiz-set.js';
import { drawInt, drawPosition, sample } from '../../../src/game/shared/random.js';
import { draftFaults } from '../../../src/game/shared/draft-faults.js';
import type { Position } from '../../../src/game/shared/zones.js';
import { entryKey } from '../../../src/game/phase.js';
import { nameOf } from '../../../src/protocol/judged-name.js';
import { isOpinion, STEPS, type RoomOptions, type Target } from '../../../src/protocol/index.js';
import { rulingShape } from '../../../src/protocol/schemas.js';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { codeOf } from '../../support/game-data.js';
import { AIMED, MAP, OX } from '../../support/kinds.js';
import { after } from '../phase-rooms.js';
import { drawn, judged, play, seatsFor, step } from './played.js';

const TARGET = AIMED.target as Target;
const RULES: GameRules = {
  gameMode: 'RANKING',
  scoring: 'flat',
  crowd: 'visible',
  lives: 1,
  revival: false,
};
/** So far to the right of the target. */
const off = (distance: number): Position => [TARGET.x + distance, TARGET.y];

/** Everybody stands where it says. */
function stoodAt(question: MapQuestion, positions: readonly Position[]): JudgedQuestion {
  const asked = judged(question, []);
  const answers = positions.map(([x, y], n): Answer => {
    return [`p${n}`, valueAt([x, y], asked.floor), 1_000, 1, x, y];
  });
  return { ...asked, answers };
}

const gains = (question: JudgedQuestion, rules: Partial<GameRules> = {}): number[] =>
  marksOf(seatsFor(question.answers.length), [question], { ...RULES, ...rules }, 'judged').map(
    ({ gain }) => gain,
  );

const times = (count: number, position: Position): Position[] =>
  Array.from({ length: count }, () => position);

/** The reveal after everybody has gone there. */
function gone(room: RoomState, positions: readonly (Position | null)[]): RoomState {
  const { phase, tally } = room;
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const entered = { question: entryKey(tally.game, phase), ms: 1_000 };
  const seats = [...room.seats.values()].map((seat, n) => {
    const position = positions[n] ?? null;
    return position === null ? seat : { ...seat, position, entered };
  });
  return step({ ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) });
}

function aTarget(random: () => number): Target {
  const near = 700 + drawInt(random, 20_000);
  const far = Math.min(STEPS, near + drawInt(random, 30_000));
  return { x: drawInt(random, STEPS + 1), y: drawInt(random, STEPS + 1), near, far };
}

describe('R16.23 a map', () => {
  it('asks for an opinion unless its author has set a target, and tells nobody where that is', () => {
    const [plain, aimed] = [drawn(MAP), drawn(AIMED)];
    expect([isOpinion(MAP), isOpinion(AIMED)]).toEqual([true, false]);
    expect([isOpinion(plain.shown), isOpinion(aimed.shown)]).toEqual([true, false]);
    expect([plain.solution, aimed.solution]).toEqual([null, { kind: 'target', target: TARGET }]);
    expect(JSON.stringify(aimed.shown)).not.toContain(String(TARGET.near));
    expect([plain.shown.blind, aimed.shown.blind]).toEqual([true, true]);
    expect(isOpinion({ kind: 'poll', target: TARGET })).toBe(true);
  });

  it('whether one walks or chooses, the same place is the same answer', () => {
    const random = seeded(3);
    for (let n = 0; n < 500; n++) {
      const question = n % 2 === 0 ? { ...AIMED, target: aTarget(random) } : MAP;
      const { floor, solution } = judged(question, []);
      const value = drawInt(random, valuesOf(floor).length) + 1;
      const chosen = positionFor(value, floor);
      const walked: Position = [chosen[0], chosen[1]];
      const answerOf = (at: Position): Answer => ['p', valueAt(at, floor), 0, 1, ...at];
      const isRight = rightsIn({ floor, solution, answers: [] }, 'SURVIVAL');
      expect(answerOf(walked)).toEqual(answerOf(chosen));
      expect(isRight(answerOf(walked))).toBe(isRight(answerOf(chosen)));
      expect(answerOf(chosen)[1]).toBe(value);
    }
  });

  it('without named places has nine parts, and all of them can be stood on', () => {
    const floor = floorOf(drawn(AIMED).shown);
    expect(valuesOf(floor)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(valuesOf(floor).map((value) => valueAt(positionFor(value, floor), floor))).toEqual(
      valuesOf(floor),
    );
    expect(valueAt([STEPS, STEPS], floor)).toBe(9);
    expect([valueAt([0, 0], floor), valueAt([STEPS / 2, 0], floor)]).toEqual([1, 2]);
  });

  it.each([MAP, AIMED])('R12 bots stand about, where they mean to ($image.alt)', (question) => {
    const random = seeded(5);
    const floor = floorOf(drawn(question).shown);
    const stood = Array.from({ length: 300 }, (_, n) => {
      const value = (n % valuesOf(floor).length) + 1;
      const [x, y] = floorPart(floor).drawPosition(value, floor, random);
      expect(valueAt([x, y], floor)).toBe(value);
      return `${x},${y}`;
    });
    expect(new Set(stood).size).toBeGreaterThan(250);
  });

  it('without a target gives no points, and counts who has not moved apart', () => {
    const room = gone(play({}, [MAP, OX]), [[10_000, 9_000], [10_010, 9_000], null]);
    if (room.phase.kind !== 'reveal') throw new Error(room.phase.kind);
    expect(room.phase.summary).toMatchObject({ kind: 'map', counts: [2, 0, 0], unmoved: 1 });
    expect(room.judged[0]!.answers.map(([, value]) => value)).toEqual([1, 1, NOT_MOVED]);
    expect(room.tally.marks.every(({ score }) => score === 0)).toBe(true);
    expect(room.phase.summary).toMatchObject({
      stood: { heat: [[heatCell([10_000, 9_000]), 2]], clusters: [{ count: 2, place: 1 }] },
    });
  });

  it('in survival costs no life without a target, and with one who is out of it has lost one', () => {
    const options: Partial<RoomOptions> = { gameMode: 'SURVIVAL' };
    const out: Position = [TARGET.x + TARGET.far, TARGET.y];
    const asked = gone(play(options, [MAP, OX]), [out, out, null]);
    expect(asked.tally.marks.map(({ fellAt }) => fellAt)).toEqual([null, null, null]);
    const aimed = gone(play(options, [AIMED, OX]), [off(0), off(TARGET.far - 1), out]);
    expect(aimed.tally.marks.map(({ fellAt }) => fellAt !== null)).toEqual([false, false, true]);
  });
});

describe('R16.24 the worth of a place', () => {
  it('is all within the inner circle, nothing from the outer one on, and falls evenly between', () => {
    const random = seeded(7);
    for (let n = 0; n < 300; n++) {
      const target = { ...aTarget(random), x: 0, y: 0 };
      let before = Infinity;
      for (let part = 0; part <= 40; part++) {
        const distance = Math.round((part / 40) * STEPS);
        const { own, whole } = worthAt([distance, 0], target);
        expect(own).toBeLessThanOrEqual(Math.min(before, whole));
        before = own;
        const outside = Math.max(0, target.far - distance);
        expect(own).toBe(distance <= target.near ? whole : outside);
      }
    }
  });

  it('is as far in every direction', () => {
    const at = (turn: number): Position => [
      TARGET.x + Math.round(7_000 * Math.cos(turn)),
      TARGET.y + Math.round(7_000 * Math.sin(turn)),
    ];
    for (let n = 0; n < 64; n++) {
      const { own } = worthAt(at((n * Math.PI) / 32), TARGET);
      expect(Math.abs(own - 5_000)).toBeLessThanOrEqual(2);
    }
  });

  it('gives parts of what a right answer is worth in each way of scoring, rounded once', () => {
    // Half way between both circles, and a third of the way from the outer one.
    const question = stoodAt(AIMED, [off(1_000), off(7_000), off(8_666), off(12_000)]);
    expect(gains(question)).toEqual([100, 50, 33, 0]);
    expect(gains(question, { scoring: 'early' })).toEqual([1000, 500, 333, 0]);
    const shares = [10_000, 5_000, 3_334];
    const all = 10_000 + 5_000 + 3_334;
    expect(gains(question, { scoring: 'shared' })).toEqual([
      ...shares.map((share) => Math.floor((1000 * share) / all)),
      0,
    ]);
    expect(gains({ ...question, points: 2 })).toEqual([200, 100, 66, 0]);
  });

  it.each(['flat', 'early', 'shared'] as const)('never is more further out: %s', (scoring) => {
    const positions = Array.from({ length: 60 }, (_, n) => off(n * 220));
    const points = gains(stoodAt(AIMED, positions), { scoring });
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    expect([points[0]! > 0, points.at(-1)]).toEqual([true, 0]);
  });

  it('R16.4 goes in a ranking to the nearest tenth where nobody is nearer than the outer circle', () => {
    const far = Array.from({ length: 20 }, (_, n) => off(12_000 + 500 * n));
    expect(gains(stoodAt(AIMED, far))).toEqual([100, 100, ...Array(18).fill(0)]);
    expect(gains(stoodAt(AIMED, [...far, off(11_000)]))).toEqual([...Array(20).fill(0), 10]);
    expect(gains(stoodAt(AIMED, far.slice(0, 3)), { gameMode: 'SURVIVAL' })).toEqual([1, 1, 1]);
  });

  it('takes circles of the same size: all or nothing', () => {
    const target = { ...TARGET, far: TARGET.near };
    const question = stoodAt({ ...AIMED, target }, [off(2_000), off(2_001)]);
    expect(gains(question)).toEqual([100, 0]);
  });
});

describe('R16.25 the clusters of a map', () => {
  it('are the same in whatever order people stand', () => {
    const random = seeded(9);
    for (let n = 0; n < 100; n++) {
      const middles = Array.from({ length: 4 }, () => drawPosition(random));
      const people = Array.from({ length: 80 }, (_, one): Position => {
        const [x, y] = middles[one % 4] as Position;
        const near = (along: number): number =>
          Math.min(STEPS, Math.max(0, along + drawInt(random, 9_000) - 4_500));
        return [near(x), near(y)];
      });
      const summary = stoodSummary(people, []);
      expect(stoodSummary(sample(random, people), [])).toEqual(summary);
      const heads = summary.heat.reduce((sum, [, count]) => sum + count, 0);
      const counts = summary.clusters.map(({ count }) => count);
      expect(heads).toBe(80);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(80);
    }
  });

  it('are where people are, at most three, and of two people at least', () => {
    const groups: Position[] = [
      ...times(5, [10_000, 10_000]),
      ...times(4, [50_000, 50_000]),
      ...times(3, [10_000, 60_000]),
      ...times(2, [60_000, 5_000]),
    ];
    const { clusters } = stoodSummary(groups, MAP.places ?? []);
    expect(clusters).toEqual([
      { x: 10_000, y: 10_000, count: 5, place: 1 },
      { x: 50_000, y: 50_000, count: 4, place: 2 },
      { x: 10_000, y: 60_000, count: 3, place: 3 },
    ]);
    expect(
      stoodSummary(
        [
          [0, 0],
          [60_000, 60_000],
        ],
        [],
      ).clusters,
    ).toEqual([]);
    expect(stoodSummary([], [])).toEqual({ heat: [], clusters: [] });
  });

  it('have everybody who stands together, also across the edges of cells and of the picture', () => {
    const edge = (STEPS / 24) * 5;
    const around: Position[] = [
      [edge - 1, edge - 1],
      [edge, edge - 1],
      [edge - 1, edge],
      [edge, edge],
    ];
    expect(stoodSummary(around, []).clusters).toMatchObject([{ count: 4 }]);
    const corner: Position[] = [
      [STEPS, STEPS],
      [STEPS, STEPS - 10],
    ];
    expect(stoodSummary(corner, []).clusters).toEqual([{ x: STEPS, y: STEPS - 5, count: 2 }]);
  });

  it('leave out for whom the question did not count, and who has not moved', () => {
    const question = stoodAt(MAP, times(4, [9_000, 9_000]));
    const answers = question.answers.map((answer, n): Answer => {
      const [id, value, ms, , x, y] = answer;
      return n === 0 ? [id, NOT_MOVED, ms, 1, x, y] : [id, value, ms, n === 1 ? 2 : 1, x, y];
    });
    expect(summaryOf({ ...question, answers })).toMatchObject({
      unmoved: 1,
      stood: { clusters: [{ count: 2 }] },
    });
  });
});

describe('R16.11 correcting a map', () => {
  const name = nameOf({ index: 0 });

  it('to another target is as if that had been right from the start, and back', () => {
    const random = seeded(13);
    for (let n = 0; n < 60; n++) {
      const target = aTarget(random);
      const at = [0, 1, 2].map(() => drawPosition(random));
      for (const scoring of ['shared', 'flat', 'early'] as const) {
        const room = gone(play({ scoring }, [AIMED, OX]), at);
        const ruling = { isVoid: false, rights: null };
        const corrected = after(room, correct(room, name, { ...ruling, target }));
        const anew = gone(play({ scoring }, [{ ...AIMED, target }, OX]), at);
        expect(corrected.tally.marks).toEqual(anew.tally.marks);
        const back = after(corrected, correct(corrected, name, ruling));
        expect([back.tally.marks, back.judged]).toEqual([room.tally.marks, room.judged]);
        const voided = after(room, correct(room, name, { isVoid: true, rights: null }));
        expect(voided.tally.marks.every(({ score }) => score === 0)).toBe(true);
      }
    }
  });

  it('is refused where it asks for an opinion, and with what another kind has', async () => {
    const asked = gone(play({}, [MAP, OX]), [null, null, null]);
    const aimed = gone(play({}, [AIMED, OX]), [null, null, null]);
    const ruling = { isVoid: false, rights: null };
    for (const attempt of [
      () => correct(asked, name, { ...ruling, target: TARGET }),
      () => correct(aimed, name, { ...ruling, rights: [1] }),
      () => correct(aimed, name, { ...ruling, number: { answer: 1, tolerance: 0 } }),
      () => correct(gone(play({}, [OX]), []), name, { ...ruling, target: TARGET }),
    ])
      expect(await codeOf(attempt)).toBe('BAD_REQUEST');
  });

  it.each([
    ['no inner circle', { ...TARGET, near: 0 }],
    ['an outer circle within the inner one', { ...TARGET, far: TARGET.near - 1 }],
    ['no number', { ...TARGET, near: Number.NaN }],
    ['a place outside', { ...TARGET, x: STEPS + 1 }],
    ['a part of a step', { ...TARGET, y: 0.5 }],
    ['a circle beyond all', { ...TARGET, far: STEPS + 1 }],
  ])('takes no target with %s', (_, target) => {
    expect(rulingShape.target.safeParse(TARGET).success).toBe(true);
    expect(rulingShape.target.safeParse(target).success).toBe(false);
  });
});

it.each([
  ['smaller than can be seen', { near: 100, far: 5_000 }],
  ['larger than the outer one', { near: 5_000, far: 4_000 }],
])('R15.14 a draft with an inner circle %s is not played', (_, circles) => {
  const base = { id: 'a', quiz: 'Where?', limitTime: 15, points: 1, kind: 'map' } as const;
  const { image } = MAP;
  expect(draftFaults({ ...base, image, target: TARGET }, serverWords.en.faults)).toEqual([]);
  const told = draftFaults(
    { ...base, image, target: { ...TARGET, ...circles } },
    serverWords.en.faults,
  );
  expect(told.map(({ field }) => field)).toEqual(['target']);
});
