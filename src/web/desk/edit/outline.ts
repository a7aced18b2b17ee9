import type { DraftRow } from '../../../protocol/desk.js';
import { isItem } from '../../../protocol/programme.js';

/** Numbers that the list shows beside a row. */
export interface Outlined {
  /** The number of the round that the row is or is in, from 1; 0 before the first. */
  round: number;
  /** For a round: how many questions are below it, up to the next round. */
  questions: number;
  /** For a question: its number among those up to the next item, and how many those are, as a game counts them. */
  number: number;
  of: number;
}

export function outlineOf(rows: readonly DraftRow[]): Outlined[] {
  const outline: Outlined[] = [];
  let round = 0;
  let head: Outlined | undefined;
  let run: Outlined[] = [];
  const endRun = () => {
    for (const one of run) one.of = run.length;
    run = [];
  };
  for (const row of rows) {
    if (row.kind === 'round') round += 1;
    const place: Outlined = { round, questions: 0, number: 0, of: 0 };
    outline.push(place);
    if (row.kind === 'round') head = place;
    if (isItem(row)) {
      endRun();
      continue;
    }
    if (head !== undefined) head.questions += 1;
    run.push(place);
    place.number = run.length;
  }
  endRun();
  return outline;
}

/** The number of a question within its round, or of a round, as a game counts it, and of how many. */
export function stageNumbers(
  rows: readonly DraftRow[],
  index: number,
): { number: number; count: number } {
  const outline = outlineOf(rows);
  const { round = 0, number = 0, of = 0 } = outline[index] ?? {};
  if (rows[index]?.kind !== 'round') return { number, count: of };
  return { number: round, count: outline.at(-1)?.round ?? 0 };
}
