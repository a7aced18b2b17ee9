import type { ResultRow } from '../../protocol/scores.js';

/** Whether anybody has scored, or was given or taken points; before that, nobody is ahead of anybody, and nobody has a rank. */
export function hasScores(rows: readonly { score: number }[]): boolean {
  return rows.some(({ score }) => score);
}

/** Ranks as the last reveal told them; null before anybody has scored (R6.1). */
export function ranksOf(
  players: readonly { score: number; rank: number | null }[],
): (number | null)[] {
  const isRanked = hasScores(players);
  return players.map(({ rank }) => (isRanked ? rank : null));
}

/** The rank of each player in the results of the last game; null for who was not in it. */
export function rankedByResults(
  playerIds: readonly string[],
  results: readonly ResultRow[],
): (number | null)[] {
  const ranks = new Map(results.map(({ playerId, rank }) => [playerId, rank]));
  return playerIds.map((id) => (hasScores(results) ? (ranks.get(id) ?? null) : null));
}
