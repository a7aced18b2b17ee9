/** Where everything stands on the stage of the end, in CSS pixels; sizes are those of a screen of 1080 lines. */
import type { Point } from '../room/zones.js';

export interface StageSize {
  width: number;
  height: number;
}

export interface StepPlace {
  rank: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Middles of the portraits on it, from left to right, all of one size. */
  portraits: readonly Point[];
  portrait: number;
  /** What the names have: the middle of the box, its lower edge, and how wide it may be. */
  name: { x: number; bottom: number; width: number };
}

/** The highest step stands in the middle. */
const LEFT_TO_RIGHT = [2, 1, 3];
const STEP_HEIGHT: Readonly<Record<number, number>> = { 1: 290, 2: 210, 3: 140 };
const STEP_WIDTH = 400;
const STEP_GAP = 70;
const PORTRAIT = 160;
/** More than these stand on a step in small. */
const LARGE_ON_STEP = 3;
const SMALL = 0.6;
const FLOOR = 850;
const MARGIN = 40;
const CROWN = 80;

const unitOf = ({ height }: StageSize): number => height / 1080;

/** Where the stage ends and the audience begins. */
export const floorOf = (size: StageSize): number => Math.round(FLOOR * unitOf(size));

export function placeSteps(
  steps: readonly { rank: number; rows: readonly unknown[] }[],
  size: StageSize,
): StepPlace[] {
  const unit = unitOf(size);
  const sorted = LEFT_TO_RIGHT.flatMap((rank) => steps.filter((step) => step.rank === rank));
  const wanted = sorted.map(({ rows: { length: people } }) => {
    const isSmall = people > LARGE_ON_STEP;
    const portrait = isSmall ? PORTRAIT * SMALL : Math.min(PORTRAIT, STEP_WIDTH / people);
    return { portrait, width: Math.max(STEP_WIDTH, people * portrait) };
  });
  const all = wanted.reduce((sum, { width }) => sum + width, STEP_GAP * (sorted.length - 1));
  const scale = Math.min(1, (size.width / unit - 2 * MARGIN) / all) * unit;
  const floor = floorOf(size);
  // Who is first stands in the middle, where that leaves room for the others.
  const before = wanted.slice(
    0,
    Math.max(
      0,
      sorted.findIndex(({ rank }) => rank === 1),
    ),
  );
  const first = wanted[before.length]?.width ?? 0;
  const toMiddle = before.reduce((sum, { width }) => sum + width + STEP_GAP, first / 2) * scale;
  const margin = MARGIN * unit;
  const most = size.width - margin - all * scale;
  let left = Math.max(margin, Math.min(size.width / 2 - toMiddle, most));
  const places = sorted.map(({ rank, rows }, index): StepPlace => {
    const width = (wanted[index]?.width ?? 0) * scale;
    const portrait = Math.round((wanted[index]?.portrait ?? 0) * scale);
    const height = (STEP_HEIGHT[rank] ?? 0) * unit;
    const middle = left + width / 2;
    const place: StepPlace = {
      rank,
      left: Math.round(left),
      top: Math.round(floor - height),
      width: Math.round(width),
      height: Math.round(height),
      portrait,
      portraits: rows.map((_, n) => ({
        x: Math.round(middle + (n - (rows.length - 1) / 2) * portrait),
        y: Math.round(floor - height - portrait / 2),
      })),
      name: { x: middle, bottom: floor - height - portrait - 12 * unit, width: 0 },
    };
    left += width + STEP_GAP * scale;
    return place;
  });
  return places.map((place) => ({ ...place, name: nameOn(place, places, size) }));
}

/** Names of the first stand above all others; the others leave the first's portraits free. */
function nameOn(
  place: StepPlace,
  places: readonly StepPlace[],
  size: StageSize,
): StepPlace['name'] {
  const unit = unitOf(size);
  const { x, bottom } = place.name;
  const toWall = Math.min(x, size.width - x) - MARGIN * unit;
  const first = places.find(({ rank }) => rank === 1);
  if (place.rank === 1 || first === undefined)
    return { x, bottom: bottom - CROWN * unit, width: Math.round(2 * toWall) };
  const half = (first.portrait * first.portraits.length) / 2;
  const toFirst = Math.abs(first.name.x - x) - half - MARGIN * unit;
  // Where many stand beside the first, there is still the step itself.
  const width = Math.max(Math.min(toWall, toFirst) * 2, place.width);
  return { x, bottom, width: Math.round(width) };
}

/** Where somebody of the audience stands who is at `at` on the floor of the game. */
export function audiencePlace({ x, y }: Point, disc: number, size: StageSize): Point {
  const floor = floorOf(size);
  const inside = disc / 2 + 4;
  return {
    x: Math.round(inside + x * (size.width - 2 * inside)),
    y: Math.round(floor + inside + y * (size.height - floor - 2 * inside)),
  };
}

/** Part of the way that leads to the foot of the step; then comes the leap. */
const ON_FLOOR = 0.7;
const HOPS = 5;

/** Of somebody who walks from the audience up to a step, after `part` (0 to 1) of the time. */
export function walkAt(from: Point, to: Point, part: number, size: StageSize): Point {
  const unit = unitOf(size);
  const foot = { x: to.x, y: floorOf(size) };
  if (part < ON_FLOOR) {
    const way = eased(part / ON_FLOOR);
    const hop = Math.abs(Math.sin(way * Math.PI * HOPS)) * 18 * unit;
    return {
      x: Math.round(from.x + (foot.x - from.x) * way),
      y: Math.round(from.y + (foot.y - from.y) * way - hop),
    };
  }
  const way = Math.min(1, (part - ON_FLOOR) / (1 - ON_FLOOR));
  const arc = Math.sin(way * Math.PI) * 60 * unit;
  return { x: to.x, y: Math.round(foot.y + (to.y - foot.y) * way - arc) };
}

const eased = (part: number): number => part * part * (3 - 2 * part);
