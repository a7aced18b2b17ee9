import type { Seat } from '../room-state.js';
import type { Position } from '../zones.js';
import { valueAt, type Floor } from './floor.js';

/** Whether a move gives another answer, from which time its time counts (R6.5, R16.10). */
export function isEntry(before: Position, after: Position, floor: Floor): boolean {
  switch (floor.kind) {
    case 'choice':
    case 'ox':
    case 'number':
      return valueAt(before, floor) !== valueAt(after, floor);
    case 'spot':
    case 'poll':
    case 'scale':
      // Every place of a picture is an answer of its own, and of opinions it counts that somebody has moved.
      return true;
  }
}

/**
 * The least time of an answer, in ms since the choices appeared: no person reads and walks in less. Programs hear of
 * the choices before they appear, and would win every tie by it (R6.5).
 */
export const EARLIEST_MS = 250;

export const notEarlier = (ms: number): number => Math.max(ms, EARLIEST_MS);

/** When a player came to their value in the question of that key, in question ms; the least there is for who stood there already. */
export function cameMs({ entered }: Pick<Seat, 'entered'>, question: string): number {
  return entered?.question === question ? notEarlier(entered.ms) : EARLIEST_MS;
}
