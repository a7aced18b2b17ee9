/** The bars over a ruler. */
import { placeOf, stepsOf, xOf } from '../../game/kinds/ruler.js';
import { STEPS } from '../../protocol/position.js';
import type { Ruler, ValueCount } from '../../protocol/question.js';

export interface Bar {
  /** Parts of the arena, 0..1. */
  x: number;
  width: number;
  /** 0..1 of the highest one. */
  height: number;
  count: number;
  /** Whether all of it stands on values that are right. */
  isRight: boolean;
}

/** Narrower than this many to a ruler, they are lines. */
const MOST_BARS = 50;

/** One for each value on which somebody stood, or for some neighbours together where there are very many. */
export function barsOf(
  counts: readonly ValueCount[],
  ruler: Ruler,
  isRight: (value: number) => boolean,
): Bar[] {
  const steps = stepsOf(ruler);
  const each = Math.ceil((steps + 1) / MOST_BARS);
  const bins = new Map<number, { count: number; isRight: boolean }>();
  for (const [value, count] of counts) {
    const bin = Math.floor(placeOf(value, ruler) / each);
    const known = bins.get(bin) ?? { count: 0, isRight: true };
    bins.set(bin, { count: known.count + count, isRight: known.isRight && isRight(value) });
  }
  const most = Math.max(1, ...[...bins.values()].map(({ count }) => count));
  const step = (xOf(steps, ruler) - xOf(0, ruler)) / steps / STEPS;
  return [...bins].map(([bin, { count, isRight: right }]) => {
    const [first, last] = [bin * each, Math.min(steps, bin * each + each - 1)];
    const x = (xOf(first, ruler) + xOf(last, ruler)) / 2 / STEPS;
    const width = Math.min(0.06, (last - first + 1) * step);
    return { x, width, height: count / most, count, isRight: right };
  });
}
