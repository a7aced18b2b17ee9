import type { ChoiceQuestion, OxQuestion } from '../../../game/shared/quiz-set.js';

const VERDICTS = new Set(['true', 'false']);

/** A statement that other programs write as the choices True and False, as the kind that is meant for it. */
export function trueOrFalse(question: ChoiceQuestion): ChoiceQuestion | OxQuestion {
  const { kind: _, choices, answers, fixedOrder: __, ...rest } = question;
  const verdicts = choices.map((choice) => choice.toLowerCase());
  const isVerdict = verdicts.length === 2 && verdicts.every((verdict) => VERDICTS.has(verdict));
  const [right = 0, ...more] = answers;
  if (!isVerdict || more.length > 0) return question;
  return { kind: 'ox', ...rest, answer: verdicts[right] === 'true' ? 'O' : 'X' };
}
