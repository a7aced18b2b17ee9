/** Points and ranks (R6.1); the page shows them by the same rules. */

/** Points that everybody who is right shares in `RANKING`. */
const POT = 1000;

/** The points of each player when so many are right. */
export function sharedPoints(winners: number): number {
  return winners > 0 ? Math.floor(POT / winners) : 0;
}

/**
 * Rank, from 1: one more than how many did better, so ties share a rank. Of the values, the first that differs
 * decides.
 */
export function rankIn(
  orders: readonly (readonly number[])[],
): (order: readonly number[]) => number {
  const rankOf = new Map<string, number>();
  [...orders].sort(compare).forEach((order, better) => {
    const key = order.join();
    if (!rankOf.has(key)) rankOf.set(key, better + 1);
  });
  return (order) => rankOf.get(order.join()) ?? orders.length;
}

/** Puts the better one first. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const [left = 0, right = 0] = [a[i], b[i]];
    if (left !== right) return right > left ? 1 : -1;
  }
  return 0;
}
