import { describe, expect, it } from 'vitest';
import type { Summary } from '../../src/protocol/question.js';
import type { Mark, PartReveal } from '../../src/protocol/scores.js';
import { readOutcome, type Witness } from '../../src/web/room/outcome.js';
import { sharedPoints } from '../../src/game/shared/ranks.js';
import { rankedByResults, ranksOf } from '../../src/web/room/ranking.js';

const mark = (change: Partial<Mark>): Mark => ({
  playerId: 'me',
  score: 0,
  isAnswer: false,
  isAlive: true,
  played: true,
  rank: 1,
  gain: 0,
  ...change,
});
const me: Witness = { selfId: 'me', gameMode: 'RANKING' };
const read = (own: Partial<Mark>, witness: Partial<Witness> = {}) =>
  readOutcome({ answer: 1, players: [mark(own)] }, { ...me, ...witness });

describe('what a reveal means for oneself (R6)', () => {
  it('is right or wrong in RANKING', () => {
    expect(read({ isAnswer: true })).toBe('right');
    expect(read({})).toBe('wrong');
  });

  it('is survival, the fall, or neither when all were wrong in SURVIVAL', () => {
    const gameMode = 'SURVIVAL';
    expect(read({ isAnswer: true }, { gameMode })).toBe('right');
    expect(read({ isAlive: false }, { gameMode })).toBe('eliminated');
    expect(read({ gain: 1 }, { gameMode })).toBe('spared');
    expect(read({}, { gameMode })).toBe('hurt');
    expect(read({ isAlive: false, played: false }, { gameMode })).toBe('ghost');
  });

  it('is partly right where some parts of several were right (R16.20)', () => {
    const summary: Summary = { kind: 'statements', counts: [1, 1] };
    const part: PartReveal = { solution: { kind: 'choice', rights: [1] }, summary };
    const parts: PartReveal[] = [part, { summary }, part];
    const readOf = (own: Partial<Mark>, told = parts) =>
      readOutcome({ answer: 0, players: [mark(own)], parts: told }, me);
    expect(readOf({ gain: 60 })).toBe('partly');
    expect(readOf({ gain: 100, isAnswer: true })).toBe('right');
    expect(readOf({})).toBe('wrong');
    // A guess has only one part that is right or wrong.
    expect(readOf({ gain: 60 }, parts.slice(1))).toBe('wrong');
  });

  it('costs nothing in SURVIVAL where the question is just for fun (R6.9)', () => {
    const fun = { gameMode: 'SURVIVAL', points: 0 } as const;
    expect(read({ isAnswer: true }, fun)).toBe('right');
    expect(read({}, fun)).toBe('wrong');
  });

  it('is no judgement for who came in during the question (R7.3)', () => {
    expect(read({ played: false })).toBe('unscored');
  });

  it('is nothing for the projector', () => {
    expect(read({}, { selfId: null })).toBeNull();
  });
});

describe('ranks and points (R6.1)', () => {
  it('are those that the last reveal told, and none before somebody has scored', () => {
    const told = (...rows: [score: number, rank: number | null][]) =>
      ranksOf(rows.map(([score, rank]) => ({ score, rank })));
    // Equal scores may be told apart by what only the server knows (R6.6).
    expect(told([100, 2], [100, 1], [0, null])).toEqual([2, 1, null]);
    expect(told([0, 1], [0, 1])).toEqual([null, null]);
    expect(told()).toEqual([]);
  });

  it('after a game are those of its results, whoever has left or come since', () => {
    const row = { playerName: '', slot: 0 };
    const results = [
      { ...row, playerId: 'gone', score: 9, rank: 1 },
      { ...row, playerId: 'here', score: 7, rank: 2 },
    ];
    expect(rankedByResults(['new', 'here'], results)).toEqual([null, 2]);
    const blank = results.map((one) => ({ ...one, score: 0, rank: 1, gain: 0 }));
    expect(rankedByResults(['new', 'here'], blank)).toEqual([null, null]);
  });

  it('shares 1000 points, rounded down', () => {
    expect(sharedPoints([[1, 3]])).toBe(333);
    expect(sharedPoints([[1, 0]])).toBe(0);
  });
});
