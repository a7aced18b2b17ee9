import { expect, it } from 'vitest';
import { changedScores } from '../../src/web/host/changed-scores.js';

it('R4.9 counts whose points a correction has changed', () => {
  const before = new Map([
    ['ann', 500],
    ['ben', 0],
    ['cleo', 300],
  ]);
  const now = [
    { id: 'ann', score: 0 },
    { id: 'ben', score: 500 },
    { id: 'cleo', score: 300 },
    { id: 'late', score: 100 },
  ];
  expect(changedScores(before, now)).toBe(2);
  expect(changedScores(before, [])).toBe(0);
});
