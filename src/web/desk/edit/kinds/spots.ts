/** The places and targets of a spot. A target in whose middle a place stands belongs to it, and goes along. */
import type { Ellipse, NamedPlace } from '../../../../protocol/question.js';
import { MIN_RADIUS_PERCENT } from '../../../../protocol/limits.js';
import { STEPS } from '../../../../protocol/position.js';

export interface Spots {
  places: readonly NamedPlace[];
  targets: readonly Ellipse[];
}

/** What an edit of a question takes. */
interface Edited {
  places: NamedPlace[];
  targets: Ellipse[];
}

export interface At {
  x: number;
  y: number;
}

/** Of a new target. */
const RADIUS_PERCENT = 8;
/** Of the picture's width; more leaves no room for a place that is wrong. */
export const MOST_RADIUS_PERCENT = 50;

export function percentOf(steps: number): number {
  return Math.round((steps / STEPS) * 100);
}

/** Within the picture; an empty field is its middle. */
export function stepsOf(percent: number | null): number {
  return within(((percent ?? 50) / 100) * STEPS);
}

export function within(steps: number): number {
  return Math.round(Math.min(STEPS, Math.max(0, steps)));
}

function radiusOf(percent: number): number {
  return Math.ceil((Math.max(MIN_RADIUS_PERCENT, percent) / 100) * STEPS);
}

const isSame = (one: At, other: At): boolean => one.x === other.x && one.y === other.y;

/** By place: the index of its target, -1 for a place that is wrong. */
export function targetsOf({ places, targets }: Spots): number[] {
  return places.map((place) => targets.findIndex((target) => isSame(place, target)));
}

/** On the very step of another place its target would be that one's as well. */
function besides(others: readonly At[], { x, y }: At): At {
  if (!others.some((other) => isSame(other, { x, y }))) return { x, y };
  return { x: x < STEPS ? x + 1 : x - 1, y };
}

export function placeAdded({ places, targets }: Spots, to: At): Edited {
  return {
    places: [...places, { name: '', ...besides(places, to) }],
    targets: [...targets],
  };
}

export function placeMoved(spots: Spots, index: number, to: At): Edited {
  const places = [...spots.places];
  const before = places[index];
  if (before === undefined) return { places, targets: [...spots.targets] };
  const others = places.filter((_, n) => n !== index);
  const at = besides(others, to);
  const targets = spots.targets.map((target) =>
    isSame(target, before) ? { ...target, ...at } : target,
  );
  return { places: places.with(index, { ...before, ...at }), targets };
}

export function placeRemoved({ places, targets }: Spots, index: number): Edited {
  const place = places[index];
  return {
    places: places.filter((_, n) => n !== index),
    targets: targets.filter((target) => place === undefined || !isSame(target, place)),
  };
}

export function placeMarked({ places, targets }: Spots, index: number, isRight: boolean): Edited {
  const place = places[index];
  const others = targets.filter((target) => place === undefined || !isSame(target, place));
  if (place === undefined || !isRight) return { places: [...places], targets: others };
  const radius = radiusOf(RADIUS_PERCENT);
  return {
    places: [...places],
    targets: [...others, { x: place.x, y: place.y, rx: radius, ry: radius }],
  };
}

/** Resizes a target, whose shape stays. */
export function targetSized(target: Ellipse, percent: number): Ellipse {
  const rx = radiusOf(percent);
  const ry = Math.round((rx * target.ry) / Math.max(1, target.rx));
  return { ...target, rx, ry: Math.min(STEPS, Math.max(radiusOf(0), ry)) };
}
