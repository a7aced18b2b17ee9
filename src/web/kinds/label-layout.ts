/** Where labels stand around the points that they name, so that none covers another one. In CSS pixels. */
import type { Point } from '../room/zones.js';

interface Size {
  width: number;
  height: number;
}

/** `x` and `y` of the left upper corner. */
export interface Box extends Point, Size {}

/** From a point to the label beside it. */
const GAP = 7;
/** Around a point, which a label of another one leaves free. */
const DOT = 6;
/** How many heights of it a label may go from its point, where all that is nearer is taken. */
const RINGS = 16;
const LABEL_WEIGHT = 100;

/** A box for each label, within a square; where there is no room for all, they cover as little as is possible. */
export function placeLabels(points: readonly Point[], sizes: readonly Size[], side: number): Box[] {
  const dots = points.map(({ x, y }) => ({
    x: x - DOT,
    y: y - DOT,
    width: 2 * DOT,
    height: 2 * DOT,
  }));
  const placed: Box[] = [];
  for (const [index, point] of points.entries()) {
    const size = sizes[index] ?? { width: 0, height: 0 };
    const coveredBy = (box: Box, others: readonly Box[]): number =>
      others.reduce((sum, other) => sum + overlap(box, other), 0);
    let best: { box: Box; covered: number } | undefined;
    for (const box of boxesAround(point, size, side)) {
      // A label that cannot be read is worse than a dot that is not seen.
      const covered = LABEL_WEIGHT * coveredBy(box, placed) + coveredBy(box, dots);
      if (best === undefined || covered < best.covered) best = { box, covered };
      if (covered === 0) break;
    }
    if (best) placed.push(best.box);
  }
  return placed;
}

/** The best ones first: below, above and beside the point, and further and further away. */
function* boxesAround({ x, y }: Point, { width, height }: Size, side: number): Generator<Box> {
  // Near a wall a label slides inwards.
  const across = x - (width * x) / side;
  const middle = y - height / 2;
  const within = (left: number, top: number): Box => ({
    x: Math.max(0, Math.min(side - width, left)),
    y: Math.max(0, Math.min(side - height, top)),
    width,
    height,
  });
  for (let ring = 0; ring < RINGS; ring++) {
    const away = GAP + (ring * height) / 2;
    const [left, right] = [x - away - width, x + away];
    const [above, below] = [y - away - height, y + away];
    for (const one of [across, x - width, x]) yield within(one, below);
    for (const one of [across, x - width, x]) yield within(one, above);
    for (const one of [middle, above, below]) {
      yield within(right, one);
      yield within(left, one);
    }
  }
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Where a line from a point to its label ends; undefined where the label is beside it. */
export function leaderTo({ x, y }: Point, box: Box): Point | undefined {
  const end = {
    x: Math.max(box.x, Math.min(box.x + box.width, x)),
    y: Math.max(box.y, Math.min(box.y + box.height, y)),
  };
  return Math.hypot(end.x - x, end.y - y) > 2 * GAP ? end : undefined;
}
