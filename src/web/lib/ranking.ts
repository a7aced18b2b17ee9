/** Rank of each score, from 1, highest first; ties share a rank (R6.1). */
export function ranksOf(scores: readonly number[]): number[] {
  const firstAt = new Map<number, number>();
  [...scores]
    .sort((a, b) => b - a)
    .forEach((score, index) => {
      if (!firstAt.has(score)) firstAt.set(score, index + 1);
    });
  return scores.map((score) => firstAt.get(score) ?? 1);
}

/** What everybody who was right gets in `RANKING`: 1000 points shared equally (R6.1). */
export function sharedPoints(winners: number): number {
  return winners > 0 ? Math.floor(1000 / winners) : 0;
}
