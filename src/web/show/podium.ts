import type { ResultRow } from '../../protocol/scores.js';

export interface Step {
  rank: number;
  /** Who is shown on it; those who tie share it. */
  rows: ResultRow[];
  /** How many more have this rank, and are listed below. */
  more: number;
}

/** In the order in which they are read; on the page the highest stands in the middle. */
const PODIUM_RANKS = [1, 2, 3];

/** Whose rank another one with the same score does not have: told apart by rights and time (R6.6). */
export function brokenTies(results: readonly ResultRow[]): ReadonlySet<ResultRow> {
  const ranks = new Map<number, Set<number>>();
  for (const { score, rank } of results)
    ranks.set(score, (ranks.get(score) ?? new Set()).add(rank));
  const sharing = new Map<number, number>();
  for (const { rank } of results) sharing.set(rank, (sharing.get(rank) ?? 0) + 1);
  // Of those who share a rank, nothing has told one from the other.
  const isBroken = ({ score, rank, rights }: ResultRow): boolean =>
    score > 0 &&
    rights !== undefined &&
    sharing.get(rank) === 1 &&
    (ranks.get(score)?.size ?? 0) > 1;
  return new Set(results.filter(isBroken));
}

/** Steps from the first on, at most `onStep` people on each, and everybody else in order of rank. */
export function podiumOf(
  results: readonly ResultRow[],
  { onStep, selfId }: { onStep: number; selfId: string | null },
): { steps: Step[]; rest: ResultRow[] } {
  const isSelf = ({ playerId }: ResultRow): number => Number(playerId === selfId);
  // Oneself first among equals, so as to be on the step and not below it.
  const sorted = [...results].sort((a, b) => a.rank - b.rank || isSelf(b) - isSelf(a));
  if (sorted.every(({ score }) => score <= 0)) return { steps: [], rest: sorted };
  const steps = PODIUM_RANKS.flatMap((rank): Step[] => {
    const equal = sorted.filter((row) => row.rank === rank);
    const rows = equal.slice(0, onStep);
    return rows.length === 0 ? [] : [{ rank, rows, more: equal.length - rows.length }];
  });
  const shown = new Set(steps.flatMap(({ rows }) => rows));
  return { steps, rest: sorted.filter((row) => !shown.has(row)) };
}
