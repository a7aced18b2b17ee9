import type { Seat } from '../room-state.js';
import { KINDS } from '../../protocol/question.js';
import { EARLIEST_MS } from '../shared/judged.js';
import type { Position } from '../shared/zones.js';
import { floorPart, type Floor } from './floor.js';

/**
 * Whether any move is another answer, and not only one to another value: every place of a picture is an answer of its
 * own, and of opinions it counts that somebody has moved.
 */
const IS_ANY_MOVE = { rights: false, tolerance: false, targets: true, text: false, opinion: true };

/** Tells whether a move gives another answer, from which time its time counts (R6.5, R16.10). */
export function entriesOn(floor: Floor): (before: Position, after: Position) => boolean {
  if (IS_ANY_MOVE[KINDS[floor.kind].judgement]) return () => true;
  const part = floorPart(floor);
  return (before, after) => part.valueAt(before, floor) !== part.valueAt(after, floor);
}

export const notEarlier = (ms: number): number => Math.max(ms, EARLIEST_MS);

/**
 * When a player who has moved in the question of that key came to their value, in question ms: the least there is where
 * they stood there already. Undefined where they have not moved (R6.15).
 */
export function cameMs({ entered }: Pick<Seat, 'entered'>, question: string): number | undefined {
  return entered?.question === question ? notEarlier(entered.ms) : undefined;
}
