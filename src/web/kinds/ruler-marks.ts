/** What a reveal shows of a ruler, in parts of the arena's width, 0..1. */
import { placeOf, stepsOf, xOf } from '../../game/kinds/ruler.js';
import { STEPS } from '../../protocol/position.js';
import type { Ruler, PartSolution, Summary } from '../../protocol/question.js';

export interface Span {
  from: number;
  width: number;
  /** Of a number the answer or the median, of a scale the mean. */
  middle: number;
}

/** What is right, from its lowest to its highest value; never narrower than a step. */
export function rightSpan(ruler: Ruler, solution: PartSolution | undefined): Span | null {
  if (solution?.kind !== 'number') return null;
  const lane = (xOf(1, ruler) - xOf(0, ruler)) / STEPS;
  const middle = xOf(0, ruler) / STEPS + ((solution.answer - ruler.min) / ruler.step) * lane;
  const half = Math.max((solution.tolerance / ruler.step) * lane, lane / 2);
  return spanOf(Math.max(0, middle - half), Math.min(1, middle + half), middle);
}

/** Of a number the median, of a scale mean and spread. */
export function middleSpan(ruler: Ruler, summary: Summary | undefined): Span | null {
  if (summary?.kind === 'number' && summary.median !== null) {
    const x = xOf(placeOf(summary.median, ruler), ruler) / STEPS;
    return spanOf(x, x, x);
  }
  if (summary?.kind !== 'scale' || summary.mean === null) return null;
  const [first, last] = [xOf(0, ruler), xOf(stepsOf(ruler), ruler)];
  const along = (value: number): number =>
    (first + (Math.min(100, Math.max(0, value)) / 100) * (last - first)) / STEPS;
  const { mean, spread } = summary;
  return spanOf(along(mean - (spread ?? 0)), along(mean + (spread ?? 0)), along(mean));
}

function spanOf(from: number, to: number, middle: number): Span {
  return { from, width: to - from, middle };
}
