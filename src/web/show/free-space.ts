/** Where numbers and words stand, so that they cover neither faces nor what is right. */
import type { Zone } from '../../game/shared/zones.js';
import type { Rect } from '../arena/field.js';
import type { Point } from '../room/zones.js';

/** Of the whole floor, 0 to 1. */
export type Part = Pick<Zone, 'x' | 'y' | 'width' | 'height'>;

/** A wider place is better for words than a higher one of the same size. */
const WORTH_OF_WIDTH = 1.5;
const COLUMNS = [0.5, 0.2, 0.8];
/** What words take at most, of the floor's height. */
const WORDS = 0.3;
/** What the label of a zone takes at its top, of the floor's height. */
export const LABEL = 0.14;
/** Below the label of a zone. */
const ROWS = [0.72, 0.55];

/**
 * The largest part of the floor beside, above or below the right zones, or the lower half where all or none are
 * right; of that as many of the lowest rows of zones as words need.
 */
export function partForWords(zones: readonly Zone[], rights: readonly number[]): Part {
  const right = zones.filter(({ number }) => rights.includes(number));
  const lower = { x: 0, y: 0.5, width: 1, height: 0.5 };
  if (right.length === 0) return lowestRows(zones, lower);
  const left = Math.min(...right.map(({ x }) => x));
  const top = Math.min(...right.map(({ y }) => y));
  const end = Math.max(...right.map(({ x, width }) => x + width));
  const bottom = Math.max(...right.map(({ y, height }) => y + height));
  const parts = [
    { x: 0, y: bottom, width: 1, height: 1 - bottom },
    { x: 0, y: 0, width: 1, height: top },
    { x: 0, y: 0, width: left, height: 1 },
    { x: end, y: 0, width: 1 - end, height: 1 },
  ];
  const worth = ({ width, height }: Part) => width ** WORTH_OF_WIDTH * height;
  const best = parts.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  return lowestRows(zones, worth(best) > 0 ? best : lower);
}

function lowestRows(zones: readonly Zone[], part: Part): Part {
  const bottom = part.y + part.height;
  const tops = zones.map(({ y }) => y).filter((y) => bottom - y >= WORDS);
  const y = Math.max(part.y, ...tops);
  return { ...part, y, height: bottom - y };
}

/** Whether words in the middle of a part would cut through the label of a zone. */
export function coversLabel({ x, y, width, height }: Part, zone: Zone): boolean {
  const middle = y + height / 2;
  const isBeside = zone.x >= x + width || zone.x + zone.width <= x;
  const isApart = zone.y + LABEL <= middle - WORDS / 2 || zone.y >= middle + WORDS / 2;
  return !isBeside && !isApart;
}

/** The middle of a number of this size in a zone, below its label, where it covers the fewest people. */
export function placeForNumber(
  zone: Rect,
  width: number,
  height: number,
  crowd: readonly Point[],
  labelHeight = 0,
): Point {
  const highest = zone.top + labelHeight + height / 2;
  const lowest = zone.top + zone.height - height / 2;
  const places = ROWS.flatMap((row) =>
    COLUMNS.map((column) => ({
      x: Math.min(
        zone.left + zone.width - width / 2,
        Math.max(zone.left + width / 2, zone.left + zone.width * column),
      ),
      y: Math.min(lowest, Math.max(highest, zone.top + zone.height * row)),
    })),
  );
  const covered = ({ x, y }: Point) =>
    crowd.filter((one) => Math.abs(one.x - x) < width / 2 && Math.abs(one.y - y) < height / 2)
      .length;
  return places.reduce((one, other) => (covered(other) < covered(one) ? other : one));
}
