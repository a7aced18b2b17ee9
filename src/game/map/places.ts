/** Positions beside walls (R24.2): in steps of the arena, as the server counts. */
import { STEPS } from '../../protocol/position.js';
import { drawPosition, type Random } from '../shared/random.js';
import type { Position } from '../shared/zones.js';
import { nearestFree } from './ground.js';
import { TILES, type Spot, type Walls } from './walls.js';

const TILES_PER_STEP = TILES / STEPS;

export function spotOf([x, y]: Position): Spot {
  return { x: x * TILES_PER_STEP, y: y * TILES_PER_STEP };
}

/** In whole steps, rounded down. */
export function positionOf({ x, y }: Spot): Position {
  return [Math.floor(x / TILES_PER_STEP), Math.floor(y / TILES_PER_STEP)];
}

/** The same position unless it is in a wall; then the nearest one that is not and that `suits`. */
export function freePosition(
  walls: Walls | undefined,
  position: Position,
  suits?: (position: Position) => boolean,
): Position {
  if (walls === undefined) return position;
  const spot = spotOf(position);
  const free = nearestFree(walls, spot, suits && ((other) => suits(positionOf(other))));
  return free === spot ? position : positionOf(free);
}

/** A random position outside of walls, of those that are free each as likely (R5.1). */
export function drawFree(random: Random, walls: Walls | undefined): Position {
  for (;;) {
    const position = drawPosition(random);
    if (walls === undefined || walls.isFree(spotOf(position))) return position;
  }
}
