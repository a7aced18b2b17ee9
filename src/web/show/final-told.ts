/** What of the results may be told at a moment of the end (R19.5). */
import { lengthOf, type BeatAt } from '../../game/shared/beats.js';
import type { ResultRow, ResultsPayload } from '../../protocol/scores.js';
import type { Final, FinalBeat } from '../../protocol/show.js';

/** From when on somebody stands on a step and may be named, in ms from the beginning of its beat. */
const ARRIVAL_MS = 1_700;
const FIRST_ARRIVAL_MS = 2_200;

export const arrivalMs = (rank: number): number => (rank === 1 ? FIRST_ARRIVAL_MS : ARRIVAL_MS);

/** After so long nobody has the stage of the end before their eyes any more, in ms. */
const JUST_MS = 1_500;

/** Whether the podium has come out of the show now, and not with a page that was loaded. */
export function hasJustEnded(final: Final | undefined, now: number): boolean {
  return final !== undefined && now - final.startTime - lengthOf(final.beats) < JUST_MS;
}

export interface ToldStep {
  rank: number;
  /** Those who tie share it. */
  rows: readonly ResultRow[];
  /** Those of the step that is on walk up to it at first. */
  isOn: boolean;
}

export interface ToldEnd {
  /** Rows below the podium, best first. */
  rows: readonly ResultRow[];
  /** In the order in which they are told. */
  steps: readonly ToldStep[];
}

/** Of all until the beat at `at`, which is told, too. */
export function toldUntil(
  { results, final }: ResultsPayload,
  at: Pick<BeatAt<FinalBeat>, 'index'> | undefined,
): ToldEnd {
  const rows: ResultRow[] = [];
  const steps: ToldStep[] = [];
  for (const [index, beat] of (final?.beats ?? []).slice(0, (at?.index ?? -1) + 1).entries()) {
    if (beat.scene === 'row') {
      const row = results[beat.row];
      if (row !== undefined) rows.unshift(row);
    }
    if (beat.scene === 'step') {
      const { rank } = beat;
      const equal = results.filter((row) => row.rank === rank);
      steps.push({ rank, rows: equal, isOn: index === at?.index });
    }
  }
  return { rows, steps };
}

/** All steps that will be told, so that they all stand there from the first on. */
export function stepsOf({ results, final }: ResultsPayload): Omit<ToldStep, 'isOn'>[] {
  return (final?.beats ?? []).flatMap((beat) =>
    beat.scene === 'step'
      ? [{ rank: beat.rank, rows: results.filter(({ rank }) => rank === beat.rank) }]
      : [],
  );
}
