/** What scores are worth (R6.1), the same for the page, which shows them. */

/** Points that everybody who is right shares in `RANKING`. */
const POT = 1000;

/** What each of so many gets who are right. */
export function sharedPoints(winners: number): number {
  return winners > 0 ? Math.floor(POT / winners) : 0;
}

/** Rank of a score, from 1: one more than how many did better, so ties share a rank. */
export function ranker(scores: readonly number[]): (score: number) => number {
  const rankOf = new Map<number, number>();
  [...scores]
    .sort((a, b) => b - a)
    .forEach((score, better) => {
      if (!rankOf.has(score)) rankOf.set(score, better + 1);
    });
  return (score) => rankOf.get(score) ?? scores.length;
}
