import type { QuizSet } from './shared/quiz-set.js';
import type { RoomChange } from './room-change.js';
import type { Revision, RoomState } from './room-state.js';

export interface Decision<Answer> {
  changes: RoomChange[];
  answer: Answer;
  /** A set of the room's own, to be stored beside the document, as it is read at the start of a game only. */
  quizSet?: QuizSet;
}

/**
 * Something that somebody wants to happen to a room. `decide` reads a room and returns the changes that
 * make it happen, or throws a RoomError; nothing has happened before a store has appended them.
 */
export interface RoomCommand<Answer> {
  /** The revisions of what it reads: with others, the decision would be void. */
  reads: readonly Revision[];
  /** `now` is store epoch ms. */
  decide(room: RoomState, now: number): Decision<Answer>;
}

export const ROSTER: readonly Revision[] = ['roster'];
export const PHASE: readonly Revision[] = ['phase'];
export const BOTH: readonly Revision[] = ['roster', 'phase'];

/** A decision that nothing has to change. */
export function nothing(): Decision<void> {
  return { changes: [], answer: undefined };
}

/** A decision without an answer. */
export function done(...changes: RoomChange[]): Decision<void> {
  return { changes, answer: undefined };
}

/** Decides on a room and appends what was decided; the answer comes when that has happened. Throws what `decide` throws. */
export interface CommandRunner {
  run<Answer>(roomId: string, command: RoomCommand<Answer>): Promise<Answer>;
}
