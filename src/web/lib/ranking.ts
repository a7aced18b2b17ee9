import { ranker } from '../../game/ranks.js';
import type { ResultRow } from '../../protocol/events.js';

/** Whether anybody has scored; before that, nobody is ahead of anybody, and nobody has a rank. */
export function hasScores(rows: readonly { score: number }[]): boolean {
  return rows.some(({ score }) => score > 0);
}

/** Rank of each score; null before anybody has scored (R6.1). */
export function ranksOf(scores: readonly number[]): (number | null)[] {
  const isRanked = hasScores(scores.map((score) => ({ score })));
  return isRanked ? scores.map(ranker(scores)) : scores.map(() => null);
}

/** The rank of each player in the results of the last game; null for who was not in it. */
export function rankedByResults(
  playerIds: readonly string[],
  results: readonly ResultRow[],
): (number | null)[] {
  const ranks = new Map(results.map(({ playerId, rank }) => [playerId, rank]));
  return playerIds.map((id) => (hasScores(results) ? (ranks.get(id) ?? null) : null));
}
