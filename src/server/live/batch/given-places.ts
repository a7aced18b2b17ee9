import type { Position } from '../../../game/shared/zones.js';
import { STEPS, WALK_SPEED } from '../../../protocol/index.js';

/** The time for the longest way across the arena. */
const LONGEST_WALK_MS = (Math.SQRT2 / WALK_SPEED) * 1_000;
const STEPS_PER_MS = (WALK_SPEED * STEPS) / 1_000;

/** The last place of a slot that was given to the store. */
export interface Given {
  generation: number;
  position: Position;
  /** The time that their ways have taken, at walking speed, reaches until then. */
  walkedUntil: number;
  /** The question in which the last move was given, as `AskedQuestion.key`. */
  movedIn?: string | undefined;
}

/** How far somebody has gone, in steps: who jumps goes as far as one can walk in the time. */
export function walk(
  given: Given,
  [fromX, fromY]: Position,
  [x, y]: Position,
  now: number,
): number {
  const since = Math.min(now, Math.max(given.walkedUntil, now - LONGEST_WALK_MS));
  const ms = Math.min(now - since, Math.hypot(x - fromX, y - fromY) / STEPS_PER_MS);
  given.walkedUntil = since + ms;
  return ms * STEPS_PER_MS;
}
