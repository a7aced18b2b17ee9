import type { DraftQuestion } from '../../../protocol/desk.js';
import { answerTime } from '../../../protocol/answer-time.js';
import { isSeries, KINDS } from '../../../protocol/question.js';
import { WRITTEN_KINDS } from './kinds/written-kinds.js';

const TO_LOOK_S = 5;
/** Characters that people in a hall read in a second; those of Korean hold twice as much. */
const READ = 14;
const READ_WIDE = 7;
const ROUND_S = 5;

const WIDE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** How long a question should take, by its length and kind, in seconds; of a series one of its parts. */
export function fittingSeconds(draft: DraftQuestion): number {
  const { kind, quiz, image } = draft;
  const { answerS, texts } = WRITTEN_KINDS[kind];
  const { most } = answerTime(kind);
  // The question is read before the first part.
  if (isSeries(kind))
    return Math.min(most, Math.ceil(answerS + Math.max(0, ...texts(draft).map(readingS))));
  const reading = readingS([quiz, ...texts(draft)].join(''));
  const looking = image !== undefined && KINDS[kind].floor !== 'picture' ? TO_LOOK_S : 0;
  const seconds = answerS + looking + reading;
  return Math.min(most, Math.ceil(seconds / ROUND_S) * ROUND_S);
}

function readingS(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide / READ_WIDE + (text.length - wide) / READ;
}
