import * as limits from './limits.js';
import { writingOf, type QuestionKind } from './question.js';

/** The bounds of the time for an answer, in seconds, and the one of a question that says none. */
export interface AnswerTime {
  least: number;
  most: number;
  usual: number;
}

const TO_WALK: AnswerTime = {
  least: limits.MIN_LIMIT_S,
  most: limits.MAX_LIMIT_S,
  usual: limits.DEFAULT_LIMIT_S,
};
const TO_WRITE: AnswerTime = {
  least: limits.MIN_WRITE_S,
  most: limits.MAX_WRITE_S,
  usual: limits.DEFAULT_WRITE_S,
};

/** Where people write first, it is the time to write. */
export function answerTime(kind: QuestionKind): AnswerTime {
  return writingOf(kind) === undefined ? TO_WALK : TO_WRITE;
}
