import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../src/protocol/scores.js';
import { rankMoves } from '../../../src/web/show/rank-moves.js';

const mark = (playerId: string, rank: number, score: number, gain: number): Mark => {
  return { playerId, rank, score, gain, isAnswer: gain > 0, isAlive: true, played: true };
};
const bySlot = (playerId: string) => playerId.charCodeAt(0);

describe('R19.2 rows of the ranking move to their new places', () => {
  it('tells from where to where, and by how many ranks', () => {
    const marks = [mark('a', 2, 500, 0), mark('b', 3, 400, 0), mark('c', 1, 900, 800)];
    expect(rankMoves(marks, 9, bySlot)).toEqual([
      { playerId: 'c', from: 2, to: 0, rank: 1, climbed: 2, score: 900 },
      { playerId: 'a', from: 0, to: 1, rank: 2, climbed: -1, score: 500 },
      { playerId: 'b', from: 1, to: 2, rank: 3, climbed: -1, score: 400 },
    ]);
  });

  it('lets rows stand where nobody had scored before', () => {
    const marks = [mark('a', 2, 0, 0), mark('b', 1, 500, 500)];
    for (const { from, to, climbed } of rankMoves(marks, 9, bySlot))
      expect([from - to, climbed]).toEqual([0, 0]);
  });

  it('brings in from below who was not among the first, and takes out who is not any more', () => {
    const marks = [mark('a', 2, 300, 0), mark('b', 3, 200, 0), mark('c', 1, 700, 600)];
    expect(
      rankMoves(marks, 2, bySlot).map(({ playerId, from, to }) => [playerId, from, to]),
    ).toEqual([
      ['c', 2, 0],
      ['a', 0, 1],
      ['b', 1, 2],
    ]);
  });
});
