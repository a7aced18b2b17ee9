import type { DraftRow } from '../../../protocol/desk.js';
import type { Language } from '../../../protocol/http.js';

/** What the preview tells the stage in its frame, which has the size of a phone or of a projector. */
export interface StageMessage {
  row: DraftRow;
  /** The number of the question as a game counts it, or of the round, from 1. */
  number: number;
  count: number;
  /** Which part of the question is shown, from 0; 0 where it has one. */
  part: number;
  title: string;
  language: Language;
  isScreen: boolean;
  isTried: boolean;
}

/** What the stage says when it can be told. */
export const STAGE_READY = 'stage-ready';
/** What it says when somebody has tried a question to its end. */
export const STAGE_OVER = 'stage-over';

/** What it says when somebody has pressed Escape in it, where the focus is while they try a question. */
export const STAGE_CLOSE = 'stage-close';

/** What came of it for somebody who has tried a question. */
export interface Tried {
  outcome: 'right' | 'wrong' | 'counted' | 'unmoved';
  /** Points of a right answer, or of the parts that were right. */
  gain?: number;
  /** There where several parts have a right answer: how many do, and how many were right. */
  of?: number;
  right?: number;
  /** How far a wrong number is from the answer. */
  off?: number;
}

/** What the stage says when it has judged who tries a question; null where the answer is not written yet. */
export interface TriedMessage {
  tried: Tried | null;
}
