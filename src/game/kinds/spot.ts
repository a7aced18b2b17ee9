/** Places on a picture (R16.6), in whole steps of the arena. */
import type { Ellipse, NamedPlace } from '../../protocol/question.js';
import type { Position } from '../shared/zones.js';

/** How far from the middle an edge is. */
const RADIUS = 10_000;

/** How far somebody stands outside of the nearest target, in squares of its radii; 0 for who is in one. */
export function missOf(position: Position, targets: readonly Ellipse[]): number {
  const nearest = Math.min(...targets.map((target) => radiiFrom(position, target)));
  return nearest <= RADIUS * RADIUS ? 0 : nearest;
}

function radiiFrom([x, y]: Position, target: Ellipse): number {
  const right = Math.floor((Math.abs(x - target.x) * RADIUS) / target.rx);
  const down = Math.floor((Math.abs(y - target.y) * RADIUS) / target.ry);
  return right * right + down * down;
}

/**
 * The targets that make exactly these of the places right (R16.11): those of the set in which no other place lies, and
 * around each place that is in none of them one that is as large as the largest of the set, but reaches no further
 * than half way to a place that is wrong.
 */
export function targetsFor(
  rights: readonly number[],
  places: readonly NamedPlace[],
  setTargets: readonly Ellipse[],
): Ellipse[] {
  const isRight = (_: NamedPlace, index: number): boolean => rights.includes(index + 1);
  const wrong = places.filter((place, index) => !isRight(place, index));
  const kept = setTargets.filter(
    (target) => !wrong.some(({ x, y }) => missOf([x, y], [target]) === 0),
  );
  const rx = Math.max(...setTargets.map((target) => target.rx));
  const ry = Math.max(...setTargets.map((target) => target.ry));
  const added = places.filter(isRight).flatMap(({ x, y }): Ellipse[] => {
    if (kept.length > 0 && missOf([x, y], kept) === 0) return [];
    const half = Math.min(...wrong.map((place) => Math.hypot(place.x - x, place.y - y))) / 2;
    // Two places at the same point are both right, or neither.
    const reach = Math.max(1, Math.floor(half));
    return [{ x, y, rx: Math.min(rx, reach), ry: Math.min(ry, reach) }];
  });
  return [...kept, ...added];
}

/** The number of the nearest place, from 1; of several the first. */
export function nearestPlace([x, y]: Position, places: readonly NamedPlace[]): number {
  const squares = places.map((place) => (x - place.x) ** 2 + (y - place.y) ** 2);
  return squares.indexOf(Math.min(...squares)) + 1;
}
