/** Who is just ahead of somebody and just behind, when ranks are told (R19.2). */
import type { Mark } from '../../protocol/scores.js';

export interface Neighbour {
  playerId: string;
  rank: number;
  score: number;
  /** From the own points, never negative. */
  apart: number;
  /** Set only if nothing else tells the two apart (R6.6): how much later the one behind came, ms. */
  laterMs?: number;
  where: 'above' | 'own' | 'below';
}

/** From the one above to the one below, as far as there are such; empty for who has no rank. */
export function neighboursOf(
  marks: readonly Mark[],
  selfId: string | null,
  slotOf: (playerId: string) => number,
): Neighbour[] {
  const sorted = [...marks].sort(
    (a, b) => a.rank - b.rank || slotOf(a.playerId) - slotOf(b.playerId),
  );
  const place = sorted.findIndex(({ playerId }) => playerId === selfId);
  const own = sorted[place];
  if (own === undefined) return [];
  return (['above', 'own', 'below'] as const).flatMap((where, index) => {
    const mark = sorted[place - 1 + index];
    if (mark === undefined) return [];
    const { playerId, rank, score } = mark;
    const times = [mark.tieMs, own.tieMs];
    const isByTime = score === own.score && rank !== own.rank && !times.includes(undefined);
    const laterMs = Math.abs((mark.tieMs ?? 0) - (own.tieMs ?? 0));
    const apart = Math.abs(score - own.score);
    return [{ playerId, rank, score, apart, ...(isByTime && { laterMs }), where }];
  });
}
