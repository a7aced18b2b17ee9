import { describe, expect, it } from 'vitest';
import { finalScript } from '../../../src/game/show/final-script.js';
import type { ResultRow } from '../../../src/protocol/scores.js';

const rows = (ranks: readonly number[], scores = ranks.map((rank) => 100 - rank)): ResultRow[] =>
  ranks.map((rank, slot) => {
    return { playerId: `p${slot}`, playerName: `P${slot}`, slot, rank, score: scores[slot] ?? 0 };
  });

const told = (results: ResultRow[], mode: 'RANKING' | 'SURVIVAL' = 'RANKING'): string[] =>
  finalScript(results, mode, [{ kind: 'streak', slot: 5, rights: 4 }]).map((beat) => {
    if (beat.scene === 'row') return `row ${beat.row}`;
    return beat.scene === 'step' ? `step ${beat.rank}` : beat.scene;
  });
const END = ['award', 'credits', 'podium'];

describe('R19.5 the end of a game', () => {
  it('goes from the tenth to the first', () => {
    const ranks = Array.from({ length: 14 }, (_, n) => n + 1);
    expect(told(rows(ranks))).toEqual([
      'black',
      ...[9, 8, 7, 6, 5, 4, 3].map((row) => `row ${row}`),
      'step 3',
      'step 2',
      'step 1',
      ...END,
    ]);
  });

  it('lets those who tie go up together', () => {
    expect(told(rows([1, 1, 3, 4]))).toEqual(['black', 'row 3', 'step 3', 'step 1', ...END]);
    expect(told(rows([1, 2, 2, 2]))).toEqual(['black', 'step 2', 'step 1', ...END]);
  });

  it('has no podium where all are equal, and no more on a step than can stand there', () => {
    expect(told(rows([1, 1, 1]))).toEqual(['black', ...END]);
    const many = [1, ...Array.from({ length: 12 }, () => 2)];
    expect(told(rows(many))).toEqual([
      'black',
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((row) => `row ${row}`),
      'step 1',
      ...END,
    ]);
  });

  it('shows only who has scored, but in survival everybody', () => {
    expect(told(rows([1, 2, 2], [500, 0, 0]))).toEqual(['black', 'step 1', ...END]);
    expect(told(rows([1, 2, 2], [1, 0, 0]), 'SURVIVAL')).toEqual([
      'black',
      'step 2',
      'step 1',
      ...END,
    ]);
    expect(told(rows([1, 1], [0, 0]))).toEqual([]);
    expect(told(rows([1], [500]))).toEqual([]);
  });
});
