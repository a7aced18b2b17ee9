/** Points and ranks (R6.1); the page shows them by the same rules. */

/** Points that everybody who is right shares in `RANKING`. */
const POT = 1000;

/** The points of a player who has one, or so many, of the shares of all who are right. */
export function sharedPoints(shares: number, own = 1): number {
  return shares > 0 ? Math.floor((POT * own) / shares) : 0;
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

/** The ranks of all of these, in their order. */
export function ranksOf(orders: readonly (readonly number[])[]): number[] {
  const best = [...orders.keys()].sort((a, b) => compare(orders[a] ?? [], orders[b] ?? []));
  const ranks = orders.map(() => 0);
  best.forEach((index, better) => {
    const before = best[better - 1];
    const isTied = before !== undefined && compare(orders[before] ?? [], orders[index] ?? []) === 0;
    ranks[index] = isTied ? (ranks[before] ?? 0) : better + 1;
  });
  return ranks;
}

/** Puts the better one first. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const [left = 0, right = 0] = [a[i], b[i]];
    if (left !== right) return right > left ? 1 : -1;
  }
  return 0;
}
