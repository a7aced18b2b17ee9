import { describe, expect, it } from 'vitest';
import type { ResultRow } from '../../src/protocol/scores.js';
import { brokenTies, podiumOf } from '../../src/web/show/podium.js';

/** Scores, best first, of players `a`, `b`, …, as the server ranks them. */
function table(...scores: number[]): ResultRow[] {
  return scores.map((score, slot) => {
    const id = String.fromCharCode(97 + slot);
    return { playerId: id, playerName: id, slot, score, rank: scores.indexOf(score) + 1 };
  });
}

const ids = (rows: readonly ResultRow[]): string => rows.map(({ playerId }) => playerId).join('');

/** `rank:players+more` for each step from left to right, then who is listed below. */
function shown(results: ResultRow[], selfId: string | null = null): string[] {
  const { steps, rest } = podiumOf(results, { onStep: 3, selfId });
  const said = steps.map(({ rank, rows, more }) => `${rank}:${ids(rows)}${more ? `+${more}` : ''}`);
  return [...said, ids(rest)];
}

describe('the podium (R6.1)', () => {
  it('has the best first, as who hears the page is told, and everybody else below', () => {
    expect(shown(table(50, 40, 30, 20, 10))).toEqual(['1:a', '2:b', '3:c', 'de']);
    expect(shown(table(50, 40))).toEqual(['1:a', '2:b', '']);
    expect(shown(table(50))).toEqual(['1:a', '']);
  });

  it('puts equal players on one step, and leaves out the steps that they pass over', () => {
    expect(shown(table(50, 50, 40, 30))).toEqual(['1:ab', '3:c', 'd']);
    expect(shown(table(50, 40, 40, 30))).toEqual(['1:a', '2:bc', 'd']);
    expect(shown(table(50, 40, 30, 30))).toEqual(['1:a', '2:b', '3:cd', '']);
    expect(shown(table(50, 50, 50, 40))).toEqual(['1:abc', 'd']);
  });

  it('lists first below whom a step has no room for', () => {
    expect(shown(table(50, 50, 50, 50, 50, 40))).toEqual(['1:abc+2', 'def']);
    expect(shown(table(50, 40, 40, 40, 40, 30))).toEqual(['1:a', '2:bcd+1', 'ef']);
  });

  it('shows oneself on the step', () => {
    expect(shown(table(50, 50, 50, 50, 50), 'e')).toEqual(['1:eab+2', 'cd']);
  });

  it('is empty where nobody has scored', () => {
    expect(shown(table(0, 0, 0))).toEqual(['abc']);
    expect(shown([])).toEqual(['']);
  });

  it('takes the table in any order', () => {
    expect(shown(table(50, 40, 30, 20).toReversed())).toEqual(['1:a', '2:b', '3:c', 'd']);
  });
});

describe('R6.6 what tells equal scores apart', () => {
  const row = (score: number, rank: number, rights?: number): ResultRow => ({
    ...table(score)[0]!,
    rank,
    ...(rights === undefined ? {} : { rights, rightMs: rank * 1_000 }),
  });
  const said = (...rows: ResultRow[]): boolean[] => rows.map((one) => brokenTies(rows).has(one));

  it('is said of those whose ranks differ though their scores do not', () => {
    expect(said(row(50, 1, 3), row(50, 2, 3), row(40, 3, 2), row(0, 4, 0), row(0, 4, 0))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is said of nobody where ties share a rank, or where nothing is known', () => {
    expect(said(row(50, 1, 3), row(50, 1, 3), row(20, 3, 1))).toEqual([false, false, false]);
    expect(said(row(50, 1), row(50, 2))).toEqual([false, false]);
  });

  it('is said of nobody who shares a rank, though another one with the same score is behind', () => {
    expect(said(row(50, 1, 1), row(50, 1, 1), row(50, 3, 1))).toEqual([false, false, true]);
  });
});
