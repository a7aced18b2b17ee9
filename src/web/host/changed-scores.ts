/** The number of players who have another score than before; whoever came since has none of before. */
export function changedScores(
  before: ReadonlyMap<string, number>,
  now: Iterable<{ id: string; score: number }>,
): number {
  return [...now].filter(({ id, score }) => (before.get(id) ?? score) !== score).length;
}
