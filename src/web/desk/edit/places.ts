/** Where rows may stand among others: a round and its questions stay together (R27.41). */
import type { DraftRow } from '../../../protocol/desk.js';
import { isAsked, isItem } from '../../../protocol/programme.js';

/** Behind the last question of the round at `index`; what stands between its questions is in it. */
export function roundEnd(rows: readonly DraftRow[], index: number): number {
  let end = index + 1;
  for (let at = end; at < rows.length && rows[at]?.kind !== 'round'; at++)
    if (rows[at] && isAsked(rows[at] as DraftRow)) end = at + 1;
  return end;
}

/** A row as a host means it: a round goes with its questions. */
export function withQuestions(rows: readonly DraftRow[], id: string): Set<string> {
  const index = rows.findIndex((row) => row.id === id);
  const end = rows[index]?.kind === 'round' ? roundEnd(rows, index) : index + 1;
  return new Set(rows.slice(index, end).map((row) => row.id));
}

/** Whether `moved` may stand before the one of `others` with this index, or behind the last of them. */
function isPlace(moved: readonly DraftRow[], others: readonly DraftRow[]) {
  const hasRound = moved.some(({ kind }) => kind === 'round');
  const hasItem = moved.some(isItem);
  const inRound = new Set<number>();
  if (hasRound)
    for (let at = 0; at < others.length; at++)
      if (others[at]?.kind === 'round')
        for (const end = roundEnd(others, at); at + 1 < end; at++) inRound.add(at + 1);
  return (index: number): boolean => {
    if (hasRound) return !inRound.has(index);
    const next = others[index];
    // An item there would take all questions from the round.
    const parts = hasItem && next !== undefined && isAsked(next);
    return !(parts && others[index - 1]?.kind === 'round');
  };
}

/** The nearest place to the index among `others`. */
export function nearestPlace(
  moved: readonly DraftRow[],
  others: readonly DraftRow[],
  index: number,
): number {
  const isFree = isPlace(moved, others);
  const wanted = Math.max(0, Math.min(others.length, index));
  for (let far = 0; far <= others.length; far++) {
    if (wanted - far >= 0 && isFree(wanted - far)) return wanted - far;
    if (wanted + far <= others.length && isFree(wanted + far)) return wanted + far;
  }
  return wanted;
}

/** The next place up or down from the index among `others`; the index where there is none. */
export function nextPlace(
  moved: readonly DraftRow[],
  others: readonly DraftRow[],
  index: number,
  by: 1 | -1,
): number {
  const isFree = isPlace(moved, others);
  for (let at = index + by; at >= 0 && at <= others.length; at += by) if (isFree(at)) return at;
  return index;
}
