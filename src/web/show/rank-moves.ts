/** Who was where before a question and is where now (R19.2). */
import { rankIn } from '../../game/shared/ranks.js';
import type { Mark } from '../../protocol/scores.js';

export interface RankMove {
  playerId: string;
  /** Rows from the top, 0 is the first; `rows` and more lie below what is shown. */
  from: number;
  to: number;
  rank: number;
  /** How many ranks were gained; negative where they were lost. */
  climbed: number;
  score: number;
  tieMs?: number | undefined;
}

/** Everybody who is among the first `rows`, or was: the best now come first. `slotOf` decides between equals. */
export function rankMoves(
  marks: readonly Mark[],
  rows: number,
  slotOf: (playerId: string) => number,
): RankMove[] {
  const before = ({ score, gain }: Mark): number => score - gain;
  const isFirst = !marks.some((mark) => before(mark) > 0);
  const rankBefore = rankIn(marks.map((mark) => [before(mark)]));
  const bySlot = (a: Mark, b: Mark) => slotOf(a.playerId) - slotOf(b.playerId);
  const now = [...marks].sort((a, b) => a.rank - b.rank || bySlot(a, b));
  // Where nobody had scored, nobody comes from anywhere.
  const then = isFirst ? now : [...marks].sort((a, b) => before(b) - before(a) || bySlot(a, b));
  const placeBefore = new Map(then.map(({ playerId }, place) => [playerId, place]));
  return now.flatMap((mark, to) => {
    const { playerId, rank, score, tieMs } = mark;
    const from = placeBefore.get(playerId) ?? to;
    if (Math.min(from, to) >= rows) return [];
    const climbed = isFirst ? 0 : rankBefore([before(mark)]) - rank;
    const move = { playerId, from: Math.min(from, rows), to: Math.min(to, rows), rank, climbed };
    return [{ ...move, score, tieMs }];
  });
}
