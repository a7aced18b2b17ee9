import type { ResultRow } from '../../protocol/events.js';

/** Whether anybody has scored; before that, nobody is ahead of anybody, and nobody has a rank. */
export function hasScores(rows: readonly { score: number }[]): boolean {
  return rows.some(({ score }) => score > 0);
}

/** Rank of each score, from 1, highest first; ties share a rank (R6.1). Null before anybody has scored. */
export function ranksOf(scores: readonly number[]): (number | null)[] {
  const firstAt = new Map<number, number>();
  [...scores]
    .sort((a, b) => b - a)
    .forEach((score, index) => {
      if (!firstAt.has(score)) firstAt.set(score, index + 1);
    });
  const isRanked = hasScores(scores.map((score) => ({ score })));
  return scores.map((score) => (isRanked ? (firstAt.get(score) ?? 1) : null));
}

/** The rank of each player in the results of the last game; null for who was not in it. */
export function rankedByResults(
  playerIds: readonly string[],
  results: readonly ResultRow[],
): (number | null)[] {
  const ranks = new Map(results.map(({ playerId, rank }) => [playerId, rank]));
  return playerIds.map((id) => (hasScores(results) ? (ranks.get(id) ?? null) : null));
}

/** What everybody who was right gets in `RANKING`: 1000 points shared equally (R6.1). */
export function sharedPoints(winners: number): number {
  return winners > 0 ? Math.floor(1000 / winners) : 0;
}
