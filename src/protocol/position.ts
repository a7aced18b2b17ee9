/**
 * Positions travel and rest as whole steps from 0 to `STEPS` on each axis. `STEPS` fits 16 bits and
 * is a multiple of every number up to 10, so the edges of all zones lie exactly on a step (R5.2).
 */
export const STEPS = 65_520;

/** In a list of places in steps: nobody is there. */
export const NOWHERE = 0xffff;

/** How fast avatars walk, in arena widths a second: crossing takes 1.5 s. */
export const WALK_SPEED = 1 / 1.5;
/** How often a client that walks tells where it is, in ms. */
export const SEND_INTERVAL_MS = 100;

export type WirePosition = [x: number, y: number];

/** 0..1 to steps, rounded down so that nobody is ever moved over a zone's edge. */
export function toSteps(fraction: number): number {
  return Math.floor(fraction * STEPS + 1e-6);
}

/**
 * Steps to 0..1 with five decimals. Rounded up, by less than a step, so that `toSteps` gives the same
 * steps again and nobody is seen on the other side of an edge.
 */
export function toFraction(steps: number): number {
  return Math.ceil((steps * 1e5) / STEPS) / 1e5;
}

export interface PositionUpdate {
  playerId: string;
  playerPosition: WirePosition;
}
