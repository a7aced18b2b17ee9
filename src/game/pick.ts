import { RoomError } from '../protocol/errors.js';
import { COMING_TOLD } from '../protocol/limits.js';
import { nextIndex } from './host-notes.js';
import type { Transition } from './room-change.js';
import type { RoomState } from './room-state.js';

/** An informed host wants another question next. */
export interface PickOf {
  kind: 'pick';
  /** The identity of who wants it. */
  by: string;
  /** Counts from 0 in `HostNotes.coming`. */
  place: number;
}

/**
 * Asks a question that is still to come as the next one (R4.14). Refuses with WRONG_PHASE in the lobby, FORBIDDEN
 * for who is not told what comes, and BAD_REQUEST for a place that they were not told.
 */
export function pick({ phase, game, informed }: RoomState, { by, place }: PickOf): Transition {
  if (phase.kind === 'lobby' || phase.kind === 'item' || game === null)
    throw new RoomError('WRONG_PHASE', 'no round is played');
  if (!informed.includes(by)) throw new RoomError('FORBIDDEN', 'who may play knows no questions');
  const next = nextIndex(phase);
  const picked = place < COMING_TOLD ? game.questions[next + place] : undefined;
  if (picked === undefined) throw new RoomError('BAD_REQUEST', 'no such question is to come');
  const others = game.questions.filter((question) => question !== picked);
  return {
    // A host who has not seen the new order yet means another question by a place.
    phase: { ...phase, version: phase.version + 1 },
    game: { ...game, questions: others.toSpliced(next, 0, picked) },
  };
}
