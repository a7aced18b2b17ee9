/** The way from one place to another around walls, in tiles (R24.3). */
import { isClear, nearestFree } from './ground.js';
import { jumpPoints } from './jump-points.js';
import { indexOf, SIDE, tileAt, type Spot, type Walls } from './walls.js';

/**
 * Where to turn on the way, and at last the goal, or the nearest free place to it. Between tiles it is a shortest way
 * in eight directions, made straight where no wall is in between.
 */
export function wayTo(walls: Walls, from: Spot, to: Spot): Spot[] {
  const goal = nearestFree(walls, to);
  if (isClear(walls, from, goal)) return [goal];
  const turns = jumpPoints(walls, tileIndex(from), tileIndex(goal));
  // The check of a map leaves no two free places without a way.
  if (turns === undefined) return [from];
  return straightened(walls, from, [...middlesOf(turns), goal]);
}

const tileIndex = ({ x, y }: Spot): number => indexOf(tileAt(x), tileAt(y));

/** The middles of all tiles that a way goes over. */
function* middlesOf(turns: readonly number[]): Iterable<Spot> {
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1] ?? turn;
    const across = Math.sign((turn % SIDE) - (before % SIDE));
    const down = SIDE * Math.sign(Math.floor(turn / SIDE) - Math.floor(before / SIDE));
    for (let tile = before; tile !== turn;) {
      tile += across + down;
      yield middleOf(tile);
    }
    if (index === 0) yield middleOf(turn);
  }
}

const middleOf = (index: number): Spot => {
  return { x: (index % SIDE) - 0.5, y: Math.floor(index / SIDE) - 0.5 };
};

/** Leaves out each place of which the next one can be seen from the last turn. */
function straightened(walls: Walls, from: Spot, places: readonly Spot[]): Spot[] {
  const way: Spot[] = [];
  let turn = from;
  places.forEach((place, index) => {
    const next = places[index + 1];
    if (next !== undefined && isClear(walls, turn, next)) return;
    way.push(place);
    turn = place;
  });
  return way;
}

/** How long it is from a place along a way, in tiles. */
export function lengthOf(from: Spot, way: readonly Spot[]): number {
  let length = 0;
  let last = from;
  for (const spot of way) {
    length += Math.hypot(spot.x - last.x, spot.y - last.y);
    last = spot;
  }
  return length;
}

/** Where somebody is after so many tiles of a way; at its end where it is shorter. */
export function along(from: Spot, way: readonly Spot[], tiles: number): Spot {
  let left = tiles;
  let last = from;
  for (const spot of way) {
    const distance = Math.hypot(spot.x - last.x, spot.y - last.y);
    if (distance > left) {
      const part = left / distance;
      return { x: last.x + (spot.x - last.x) * part, y: last.y + (spot.y - last.y) * part };
    }
    left -= distance;
    last = spot;
  }
  return last;
}
