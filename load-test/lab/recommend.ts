/** Which interval between flushes the sweep recommends. */

export interface Candidate {
  intervalMs: number;
  /** Of a move at the fixed load; null where none arrived. */
  p95Ms: number | null;
  /** The more the better: rooms carried, or players per core where rooms were not counted. */
  yield: number;
}

/** An answer that takes longer than this is felt. */
const LONGEST_P95_MS = 100;
/** Of the best yield; what lies above it costs more delay than it is worth. */
const ENOUGH = 0.8;

export const RULE =
  `the smallest interval above 0 that reaches ${ENOUGH * 100} % of the best (rooms carried, or players per ` +
  `core where rooms were not counted) and keeps the 95th percentile of a move within ${LONGEST_P95_MS} ms`;

/** Undefined where no interval is quick enough. */
export function recommend(candidates: readonly Candidate[]): number | undefined {
  const quick = candidates.filter(
    ({ intervalMs, p95Ms }) => intervalMs > 0 && p95Ms !== null && p95Ms <= LONGEST_P95_MS,
  );
  const best = Math.max(...quick.map((one) => one.yield));
  const enough = quick.filter((one) => one.yield >= ENOUGH * best);
  return enough.length === 0 ? undefined : Math.min(...enough.map(({ intervalMs }) => intervalMs));
}
