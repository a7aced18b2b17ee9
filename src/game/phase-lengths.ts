import { imagesOf } from '../protocol/images.js';
import type { DrawnQuestion } from './room-state.js';

/** Lengths of the phases that the quiz set does not decide, in ms. */
export interface PhaseLengths {
  countdownMs: number;
  getReadyMs: number;
  /** The same of a question with a picture, which phones have to load; an eighth more for each further one. */
  pictureReadyMs: number;
  revealMs: number;
  /**
   * Whether reveals and ends of games are shown in beats (R19): `free`, and a reveal is as long as its beats need;
   * `fitted` into `revealMs`; or `off`, all at once.
   */
  show: 'free' | 'fitted' | 'off';
  /** For how long those who run the room may be away before the game goes on without them. */
  hostGraceMs: number;
  /** How long a question that is skipped goes on, so that every process can share what its players did. */
  skipMs: number;
  /** How long the choices must have been on screen for a skip to judge the question, and not to drop it. */
  minShownMs: number;
}

/** The part that each further picture of a question adds to the time for the first one. */
const PART_OF_FURTHER = 1 / 8;

/** How long the text of a question stands alone. */
export function readyMsOf({ shown }: DrawnQuestion, lengths: PhaseLengths): number {
  const { length } = imagesOf(shown);
  if (length === 0) return lengths.getReadyMs;
  return Math.round(lengths.pictureReadyMs * (1 + (length - 1) * PART_OF_FURTHER));
}
