/** Points and ranks (R6.1); the page shows them by the same rules. */

/** Points that everybody who is right shares in `RANKING`. */
const POT = 1000;

/** The points of a player who has these of all shares, rounded down once over the sum; in whole numbers, as fractions may miss one. */
export function sharedPoints(
  fractions: readonly (readonly [own: number, shares: number])[],
): number {
  const [first] = fractions;
  if (first === undefined || first[1] === 0) return 0;
  if (fractions.length === 1) return Math.floor((POT * first[0]) / first[1]);
  let [sum, divisor] = [0n, 1n];
  for (const [own, shares] of fractions) {
    sum = sum * BigInt(shares) + BigInt(POT * own) * divisor;
    divisor *= BigInt(shares);
  }
  return Number(sum / divisor);
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
