import * as limits from './limits.js';
import { isSeries, writingOf, type QuestionKind } from './question.js';

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

const OF_PART: AnswerTime = {
  least: limits.MIN_PART_S,
  most: limits.MAX_PART_S,
  usual: limits.DEFAULT_PART_S,
};

/** Where people write first, it is the time to write; of a series, that of each part. */
export function answerTime(kind: QuestionKind): AnswerTime {
  if (isSeries(kind)) return OF_PART;
  return writingOf(kind) === undefined ? TO_WALK : TO_WRITE;
}
