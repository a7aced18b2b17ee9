/** By zone, its share at each time, in percent; of a time at which nobody had moved, 0. */
export function sharesOf(counts: readonly number[][]): number[][] {
  const zones = counts[0]?.length ?? 0;
  return Array.from({ length: zones }, (_, zone) =>
    counts.map((row) => {
      const all = row.reduce((sum, count) => sum + count, 0);
      return all === 0 ? 0 : (100 * (row[zone] ?? 0)) / all;
    }),
  );
}
