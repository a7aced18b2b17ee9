/** Few combinations of these values, such that every two values of two axes are together in one of them. */
export function pairwise<T extends object>(axes: { [K in keyof T]: readonly T[K][] }): T[] {
  const keys = Object.keys(axes) as (keyof T)[];
  const all = keys.reduce<T[]>(
    (some, key) => some.flatMap((one) => axes[key].map((value) => ({ ...one, [key]: value }))),
    [{} as T],
  );
  const pairsOf = (one: T): string[] =>
    keys.flatMap((a, i) => keys.slice(i + 1).map((b) => JSON.stringify([a, one[a], b, one[b]])));
  const missing = new Set(all.flatMap(pairsOf));
  const chosen: T[] = [];
  while (missing.size > 0) {
    const gain = (one: T): number => pairsOf(one).filter((pair) => missing.has(pair)).length;
    const best = all.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const pair of pairsOf(best)) missing.delete(pair);
    chosen.push(best);
  }
  return chosen;
}
