import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../src/protocol/scores.js';
import { neighboursOf } from '../../../src/web/show/neighbours.js';

const slotOf = (id: string): number => id.charCodeAt(0);

/** One letter for each player, with points; in any order. */
function marks(points: Record<string, number>): Mark[] {
  return Object.entries(points).map(([playerId, score]) => {
    const rank = 1 + Object.values(points).filter((other) => other > score).length;
    return { playerId, score, rank, isAnswer: true, isAlive: true, played: true, gain: 0 };
  });
}

const around = (points: Record<string, number>, self: string | null): string[] =>
  neighboursOf(marks(points), self, slotOf).map(
    ({ playerId, rank, apart, where }) => `${where} ${playerId} ${rank} ${apart}`,
  );

describe('R19.2 the own row with its neighbours', () => {
  it('has one above and one below, with the points between', () => {
    const points = { d: 100, a: 900, c: 400, b: 750 };
    expect(around(points, 'c')).toEqual(['above b 2 350', 'own c 3 0', 'below d 4 300']);
  });

  it('has nobody above the first, and nobody below the last', () => {
    const points = { a: 30, b: 20, c: 10 };
    expect(around(points, 'a')).toEqual(['own a 1 0', 'below b 2 10']);
    expect(around(points, 'c')).toEqual(['above b 2 10', 'own c 3 0']);
    expect(around({ a: 5 }, 'a')).toEqual(['own a 1 0']);
  });

  it('R20.21 tells by how much a time has broken a tie, and nothing where it has not', () => {
    const [a, b, c, d] = marks({ a: 50, b: 50, c: 50, d: 10 }) as [Mark, Mark, Mark, Mark];
    const timed = [
      { ...a, rank: 1, tieMs: 2_000 },
      { ...b, rank: 2, tieMs: 2_800 },
      { ...c, rank: 2, tieMs: 2_800 },
      d,
    ];
    const laterFor = (self: string) =>
      neighboursOf(timed, self, slotOf).map(({ playerId, laterMs }) => [playerId, laterMs]);
    expect(laterFor('b')).toEqual([
      ['a', 800],
      ['b', undefined],
      ['c', undefined],
    ]);
    expect(laterFor('a')).toEqual([
      ['a', undefined],
      ['b', 800],
    ]);
  });

  it('puts those with the same points side by side, in order of their seats', () => {
    const points = { c: 50, b: 50, a: 50, d: 10 };
    expect(around(points, 'b')).toEqual(['above a 1 0', 'own b 1 0', 'below c 1 0']);
  });

  it('is empty for who has no rank: projectors, and who came in a running question', () => {
    expect(around({ a: 30 }, null)).toEqual([]);
    expect(around({ a: 30 }, 'x')).toEqual([]);
  });
});
