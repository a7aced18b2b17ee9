/** Walking that is checked (R24.5): nobody comes further than on foot, around walls. */
import { WALK_SPEED } from '../../protocol/position.js';
import type { Position } from '../shared/zones.js';
import { isClear } from './ground.js';
import { freePosition, positionOf, spotOf } from './places.js';
import { TILES, type Walls } from './walls.js';
import { along, lengthOf, wayTo } from './way.js';

/** How much walking somebody can catch up on, in ms: as long a line may stand still. */
export const SAVED_WALK_MS = 400;
/** Clocks, rounding, and ways around a corner that differ a little. */
const TOLERANCE = 1.1;
/** A way that is so much too long, in tiles, is taken, and the next one is as much shorter. */
const ROUNDING = 1 / 16;

const TILES_PER_MS = (WALK_SPEED * TILES) / 1_000;
const MOST_SAVED = SAVED_WALK_MS * TILES_PER_MS;

/** Where somebody is, and how far they may go from there. */
export interface Walked {
  position: Position;
  /** In tiles, as of `at`. */
  saved: number;
  /** In ms of any clock. */
  at: number;
}

/** The start of a walk: only the position is known. */
export function standAt(position: Position, now: number): Walked {
  return { position, saved: MOST_SAVED, at: now };
}

/** Takes somebody towards a position, as far as they can have come by `now`; answers where they are then. */
export function walkOn(
  walked: Walked,
  wanted: Position,
  now: number,
  walls: Walls | undefined,
): Position {
  const earned = Math.max(0, now - walked.at) * TILES_PER_MS * TOLERANCE;
  walked.saved = Math.min(MOST_SAVED, walked.saved + earned);
  walked.at = Math.max(walked.at, now);
  walked.position = reached(walked, freePosition(walls, wanted), walls);
  return walked.position;
}

/** Spends what is saved. */
function reached(walked: Walked, goal: Position, walls: Walls | undefined): Position {
  const [from, to] = [spotOf(freePosition(walls, walked.position)), spotOf(goal)];
  const most = walked.saved + ROUNDING;
  const straight = Math.hypot(to.x - from.x, to.y - from.y);
  if (straight <= most && (walls === undefined || isClear(walls, from, to))) {
    walked.saved -= straight;
    return goal;
  }
  const way = walls === undefined ? [to] : wayTo(walls, from, to);
  const length = lengthOf(from, way);
  if (length <= most) {
    walked.saved -= length;
    return goal;
  }
  const left = Math.max(0, walked.saved);
  walked.saved -= left;
  return freePosition(walls, positionOf(along(from, way, left)));
}
