/** Zones that fill the arena and are as large as many have written what stands there (R16.18). */
import { STEPS } from '../../protocol/position.js';
import type { Position, Zone } from '../shared/zones.js';

/** An equal share is so many times as large as the least zone, before all zones are made to fill the arena. */
const EQUAL_TO_LEAST = 2;

/** In steps; `right` and `bottom` belong to the zone beyond, but for those of the arena. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** From 1, in the order of `sizes`. */
export function cloudZoneOf([x, y]: Position, sizes: readonly number[]): number {
  const isIn = ({ left, top, right, bottom }: Box): boolean =>
    x >= left && y >= top && (x < right || right === STEPS) && (y < bottom || bottom === STEPS);
  return boxesFor(sizes).findIndex(isIn) + 1;
}

export function cloudZonesFor(sizes: readonly number[]): Zone[] {
  return boxesFor(sizes).map(({ left, top, right, bottom }, index) => ({
    number: index + 1,
    x: left / STEPS,
    y: top / STEPS,
    width: (right - left) / STEPS,
    height: (bottom - top) / STEPS,
  }));
}

/** By the list of sizes: a floor asks for each position. */
const known = new WeakMap<readonly number[], Box[]>();

function boxesFor(sizes: readonly number[]): Box[] {
  const found = known.get(sizes);
  if (found !== undefined) return found;
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const weights = sizes.map((size) => Math.max(EQUAL_TO_LEAST * sizes.length * size, all, 1));
  const boxes = divided({ left: 0, top: 0, right: STEPS, bottom: STEPS }, weights);
  known.set(sizes, boxes);
  return boxes;
}

/** Cuts the longer side of a box into two parts with about half of the weights each, and so on. */
function divided(box: Box, weights: readonly number[]): Box[] {
  if (weights.length < 2) return weights.map(() => box);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let count = 1;
  let first = weights[0] as number;
  for (; count < weights.length - 1; count++) {
    const more = first + (weights[count] as number);
    if (Math.abs(2 * more - all) >= Math.abs(2 * first - all)) break;
    first = more;
  }
  const { left, top, right, bottom } = box;
  const at = (from: number, to: number): number => from + Math.round(((to - from) * first) / all);
  const isWide = right - left >= bottom - top;
  const [x, y] = [at(left, right), at(top, bottom)];
  const [one, other] = isWide
    ? [
        { ...box, right: x },
        { ...box, left: x },
      ]
    : [
        { ...box, bottom: y },
        { ...box, top: y },
      ];
  return [...divided(one, weights.slice(0, count)), ...divided(other, weights.slice(count))];
}
