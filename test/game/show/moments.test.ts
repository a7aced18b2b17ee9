import { nameOf } from '../../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { momentsOf, type Judgement } from '../../../src/game/show/moments.js';
import type { Answer, JudgedQuestion } from '../../../src/game/shared/judged.js';
import { rulesOf, type PlayerMark } from '../../../src/game/room-state.js';
import { aSeat, someOptions } from '../../support/game-data.js';
import { choiceOf } from '../../support/drawn.js';

const PEOPLE = 10;
const seats = Array.from({ length: PEOPLE }, (_, slot) => aSeat(slot));
const rules = rulesOf({ ...someOptions({ scoring: 'early' }), teamNames: [] });

/** Of each player the zone (1 is right) and the time. */
function asked(
  index: number,
  rows: readonly (readonly [zone: number, ms: number])[],
): JudgedQuestion {
  const answers = rows.map(([zone, ms], n): Answer => [`p${n}`, zone, ms, 1, 0, 0]);
  return { ...nameOf({ index }), ...choiceOf(2), limitMs: 15_000, isVoid: false, answers };
}

const marksFrom = (ranks: readonly number[]): PlayerMark[] =>
  ranks.map((rank, n) => {
    const score = 1000 - rank;
    return { playerId: `p${n}`, score, rank, fellAt: null, isAnswer: true, played: true, gain: 0 };
  });

function told(changes: Partial<Judgement>): unknown[] {
  const even = marksFrom(seats.map(() => 1));
  const { judged = [] } = changes;
  const cameMs = new Map(judged.at(-1)?.answers.map(([playerId, , ms]) => [playerId, ms]));
  const times = { cameMs, openMs: 15_000 };
  return momentsOf({ seats, rules, judged, marksBefore: even, marks: even, ...times, ...changes });
}

const all = (zone: number, ms = 0) => Array.from({ length: PEOPLE }, () => [zone, ms] as const);
const slow = (zone: number) => all(zone, 5_000);

describe('R19.3 what is told of players', () => {
  it('names the only one who was right first', () => {
    const rows = slow(2);
    rows[3] = [1, 900];
    expect(told({ judged: [asked(0, rows)] })).toEqual([{ kind: 'lone', slot: 3 }]);
  });

  it('names nobody in a small round, and nobody for having been wrong', () => {
    const rows = [[1, 900], ...Array.from({ length: 6 }, () => [2, 9_000])] as [number, number][];
    expect(told({ judged: [asked(0, rows)] })).toEqual([]);
    expect(told({ judged: [asked(0, slow(2))] })).toEqual([]);
  });

  it('R6.15 names the fastest who walked there, and not a player who stood still', () => {
    const rows = slow(1);
    rows[2] = [1, 1_100];
    rows[5] = [1, 1_200];
    const judged = [asked(0, rows)];
    const cameMs = new Map(rows.map(([, ms], n) => [`p${n}`, ms]));
    cameMs.delete('p2');
    expect(told({ judged, cameMs })).toEqual([{ kind: 'fastest', slot: 5, ms: 1_200 }]);
    // Of two who were equally fast nobody is the fastest.
    cameMs.set('p6', 1_200);
    expect(told({ judged, cameMs })).toEqual([]);
  });

  it('R6.16 takes a time below a second as one', () => {
    const rows = slow(1);
    rows[3] = [1, 250];
    rows[5] = [1, 1_200];
    expect(told({ judged: [asked(0, rows)] })).toEqual([{ kind: 'fastest', slot: 3, ms: 1_000 }]);
    rows[6] = [1, 999];
    expect(told({ judged: [asked(0, rows)] })).toEqual([]);
  });

  it('names the greatest climb, from five ranks on and once somebody had scored', () => {
    const before = marksFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const after = marksFrom([2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
    const judged = [asked(0, slow(1))];
    expect(told({ judged, marksBefore: before, marks: after })).toEqual([
      { kind: 'climb', slot: 9, ranks: 9 },
    ]);
    const unscored = before.map((mark) => ({ ...mark, score: 0 }));
    expect(told({ judged, marksBefore: unscored, marks: after })).toEqual([]);
    const little = marksFrom([2, 3, 4, 5, 1, 6, 7, 8, 9, 10]);
    expect(told({ judged, marksBefore: before, marks: little })).toEqual([]);
  });

  it('names the longest streak from four right answers on', () => {
    const rows = slow(2);
    rows[4] = [1, 5_000];
    rows[8] = [1, 5_000];
    const judged = [0, 1, 2, 3].map((index) =>
      asked(index, index === 1 ? rows.toSpliced(8, 1, [2, 5_000]) : rows),
    );
    expect(told({ judged })).toEqual([{ kind: 'streak', slot: 4, rights: 4 }]);
    expect(told({ judged: judged.slice(0, 3) })).toEqual([]);
  });

  it('tells how many came in the last second, where they are many', () => {
    const rows = slow(1);
    rows[0] = [1, 14_500];
    expect(told({ judged: [asked(0, rows)] })).toEqual([]);
    rows[1] = [2, 14_900];
    expect(told({ judged: [asked(0, rows)] })).toEqual([{ kind: 'late', people: 2 }]);
  });

  it('R3.3 tells of the last second of a question that was extended, not of that of its limit', () => {
    const judged = [asked(0, all(1, 15_000))];
    const cameMs = new Map(seats.map(({ playerId }) => [playerId, 15_200]));
    expect(told({ judged, cameMs, openMs: 20_000 })).toEqual([]);
    cameMs.set('p3', 19_500).set('p4', 19_900);
    expect(told({ judged, cameMs, openMs: 20_000 })).toEqual([{ kind: 'late', people: 2 }]);
  });

  it('R6.10 tells when the fastest came, and not what that counts for who has extra time', () => {
    const rows = slow(1);
    rows[2] = [1, 1_000];
    rows[5] = [1, 1_200];
    const judged = [asked(0, rows)];
    const cameMs = new Map(rows.map(([, ms], n) => [`p${n}`, n === 2 ? 1_500 : ms]));
    expect(told({ judged, cameMs })).toEqual([{ kind: 'fastest', slot: 5, ms: 1_200 }]);
    cameMs.set('p5', 1_700);
    expect(told({ judged, cameMs })).toEqual([{ kind: 'fastest', slot: 2, ms: 1_500 }]);
  });

  it('begins with another kind in each question', () => {
    const rows = slow(1);
    rows[0] = [1, 14_500];
    rows[1] = [2, 14_900];
    rows[5] = [1, 1_200];
    const before = marksFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const after = marksFrom([2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
    const kinds = [0, 1, 2, 3, 4].map((index) => {
      const judged = [asked(index, rows)];
      const moments = told({ judged, marksBefore: before, marks: after });
      return (moments as { kind: string }[]).map(({ kind }) => kind);
    });
    expect(kinds).toEqual([
      ['climb', 'fastest', 'late'],
      ['fastest', 'late', 'climb'],
      ['late', 'climb', 'fastest'],
      ['late', 'climb', 'fastest'],
      ['climb', 'fastest', 'late'],
    ]);
  });

  it('tells in survival of those who fell and of lives, and nothing of ranks', () => {
    const survival = (lives: number) =>
      rulesOf({ ...someOptions({ gameMode: 'SURVIVAL', lives }), teamNames: [] });
    const half = slow(1).map((row, n) => (n < 5 ? ([2, 5_000] as const) : row));
    const before = marksFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const after = marksFrom([2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
    const ranks = { marksBefore: before, marks: after };
    const one = { rules: survival(1), ...ranks };
    expect(told({ ...one, judged: [asked(0, half)] })).toEqual([
      { kind: 'fell', people: 5, of: 10 },
    ]);
    const four = slow(1).map((row, n) => (n < 4 ? ([2, 5_000] as const) : row));
    expect(told({ ...one, judged: [asked(0, four)] })).toEqual([]);
    // With lives nobody falls at first, and the one who has lost none is named once.
    const two = { rules: survival(2), ...ranks };
    const others = slow(1).map((row, n) => (n >= 5 && n < 9 ? ([2, 5_000] as const) : row));
    const judged = [asked(0, half), asked(1, others)];
    expect(told({ ...two, judged: judged.slice(0, 1) })).toEqual([]);
    expect(told({ ...two, judged })).toEqual([{ kind: 'unhurt', slot: 9, lives: 2 }]);
    expect(told({ ...two, judged: [...judged, asked(2, slow(1))] })).toEqual([]);
  });

  it('tells nothing of who does not play, and nothing where nothing is right', () => {
    const ghosts = asked(0, all(1, 1_000));
    const answers = ghosts.answers.map((answer) => answer.with(3, 2) as unknown as Answer);
    expect(told({ judged: [{ ...ghosts, answers }] })).toEqual([]);
    expect(told({ judged: [{ ...asked(0, slow(1)), solution: null }] })).toEqual([]);
  });
});
