import { describe, expect, it } from 'vitest';
import type { DraftRow } from '../../src/protocol/desk.js';
import { outlineOf, stageNumbers } from '../../src/web/desk/edit/outline.js';
import { nearestPlace, nextPlace, withQuestions } from '../../src/web/desk/edit/places.js';

/** `R` a round, `s` a slide, `q` a question; ids are their places. */
const rowsOf = (text: string): DraftRow[] =>
  Array.from(text, (letter, index) => {
    const id = String(index);
    if (letter === 'q') return { id, kind: 'ox', quiz: '', limitTime: 20, points: 1 };
    return { id, kind: letter === 'R' ? 'round' : 'slide' };
  });

/** The rows after those of `id` have gone one place up or down, as letters. */
function nudged(text: string, id: number, by: 1 | -1): string {
  const rows = rowsOf(text);
  const ids = withQuestions(rows, String(id));
  const [moved, others] = [true, false].map((is) => rows.filter((row) => ids.has(row.id) === is));
  const to = nextPlace(moved ?? [], others ?? [], id, by);
  const after = (others ?? []).toSpliced(to, 0, ...(moved ?? []));
  return after.map((row) => row.id).join('');
}

describe('R27.41 the places of rows', () => {
  it('keeps a round, its questions and what stands between them together', () => {
    expect([...withQuestions(rowsOf('sRqsqsRq'), '1')].join('')).toBe('1234');
    expect([...withQuestions(rowsOf('sRqsqsRq'), '3')].join('')).toBe('3');
    expect([...withQuestions(rowsOf('Rs'), '0')].join('')).toBe('0');
  });

  it('moves a round past the whole of another, and stays at an end', () => {
    expect(nudged('RqqRqq', 3, -1)).toBe('345012');
    expect(nudged('RqqRqq', 0, 1)).toBe('345012');
    expect(nudged('RqsqRq', 4, -1)).toBe('450123');
    expect(nudged('RqqRqq', 0, -1)).toBe('012345');
  });

  it('puts no item between a round and its questions, and questions anywhere', () => {
    expect(nudged('sRqq', 0, 1)).toBe('1203');
    expect(nudged('Rqsq', 2, -1)).toBe('2013');
    expect(nudged('qRqq', 0, 1)).toBe('1023');
    const slide = rowsOf('s').map((row) => ({ ...row, id: 'moved' }));
    expect(nearestPlace(slide, rowsOf('Rqq'), 1)).toBe(0);
    const round = rowsOf('R').map((row) => ({ ...row, id: 'moved' }));
    expect(nearestPlace(round, rowsOf('qRqqqs'), 4)).toBe(5);
    expect(nearestPlace(round, rowsOf('Rqq'), 99)).toBe(3);
  });

  it('counts questions as a game does, up to the next item', () => {
    const rows = rowsOf('qRqqsqRq');
    expect(outlineOf(rows).map(({ questions }) => questions)).toEqual([0, 3, 0, 0, 0, 0, 1, 0]);
    expect(stageNumbers(rows, 3)).toEqual({ number: 2, count: 2 });
    expect(stageNumbers(rows, 5)).toEqual({ number: 1, count: 1 });
    expect(stageNumbers(rows, 6)).toEqual({ number: 2, count: 2 });
  });
});
