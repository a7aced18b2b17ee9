import type { DraftQuestion } from '../../../protocol/desk.js';
import { MAX_LIMIT_S } from '../../../protocol/limits.js';
import type { QuestionKind } from '../../../protocol/question.js';

/** To decide and to walk there, in seconds, when everything is read. */
const TO_ANSWER: Record<QuestionKind, number> = {
  choice: 12,
  ox: 9,
  number: 14,
  spot: 15,
  poll: 12,
  scale: 10,
};
const TO_LOOK_S = 5;
/** Characters that people in a hall read in a second; those of Korean hold twice as much. */
const READ = 14;
const READ_WIDE = 7;
const ROUND_S = 5;

const WIDE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** How long a question should take, by its length and kind, in seconds. */
export function fittingSeconds({
  kind,
  quiz,
  choices = [],
  image,
  places = [],
}: DraftQuestion): number {
  const read = [
    quiz,
    ...(kind === 'choice' || kind === 'poll' ? choices : []),
    ...(kind === 'spot' ? places.map(({ name }) => name) : []),
  ].join('');
  const wide = read.match(WIDE)?.length ?? 0;
  const reading = wide / READ_WIDE + (read.length - wide) / READ;
  const looking = image !== undefined && kind !== 'spot' ? TO_LOOK_S : 0;
  const seconds = TO_ANSWER[kind] + looking + reading;
  return Math.min(MAX_LIMIT_S, Math.ceil(seconds / ROUND_S) * ROUND_S);
}
