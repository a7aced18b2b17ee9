import type { Point } from '../../room/zones.js';

/** More avatars cost a phone its frames. */
const MOST = 150;
/** Parts of an avatar's diameter that avatars are apart: who is one already stays one a little longer. */
const APART = 0.7;
const APART_STILL = 0.5;
/** The own avatar is larger, and nobody covers it. */
const APART_FROM_SELF = 0.95;

/**
 * Who of those nearby is drawn as an avatar: the nearest to `self` first, and none where another one covers it, as ten
 * thousand on a phone stand closer than avatars can be told apart. `disc` is the diameter in the unit of the places.
 */
export function nearestApart<T extends Point>(
  self: Point,
  people: readonly T[],
  disc: number,
  isAvatar: (one: T) => boolean,
): T[] {
  const away = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
  const sorted = people
    .map((one) => ({ one, distance: away(one, self) }))
    .filter(({ distance }) => distance >= disc * APART_FROM_SELF)
    .sort((a, b) => a.distance - b.distance);
  const chosen: T[] = [];
  for (const { one } of sorted) {
    if (chosen.length === MOST) break;
    const apart = disc * (isAvatar(one) ? APART_STILL : APART);
    if (chosen.every((other) => away(one, other) >= apart)) chosen.push(one);
  }
  return chosen;
}
