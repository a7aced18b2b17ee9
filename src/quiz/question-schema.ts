/** One question as people write it, in a file of ours or of theirs. */
import { z } from 'zod';
import type { Question } from '../game/quiz-set.js';
import * as limits from '../protocol/limits.js';
import { cleanText } from '../protocol/text.js';
import { quoted } from './quiz-file-error.js';

/** A text that is not empty and within the bounds. Line breaks and tabs of a cell become spaces. */
export function fileText(maxUnits: number, maxGraphemes = maxUnits) {
  return z.string({ error: 'must be a text' }).transform((raw, context) => {
    const oneLine = raw.replace(/[\t\r\n]+/g, ' ').trim();
    const clean = cleanText(oneLine, { maxGraphemes, maxUnits });
    if (clean !== undefined && clean !== '') return clean;
    const message =
      oneLine === ''
        ? 'is empty'
        : oneLine.length > maxGraphemes
          ? `is longer than ${maxGraphemes} characters`
          : 'has characters that cannot be shown (control characters, or nothing visible)';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const choiceCount = `must have ${limits.MIN_CHOICES} to ${limits.MAX_CHOICES} choices`;
const limitTime = `must be a whole number of seconds from ${limits.MIN_LIMIT_S} to ${limits.MAX_LIMIT_S}`;
const answer = 'must be the number of the right choice, from 1, or its exact text';

const writtenQuestion = z.strictObject(
  {
    quiz: fileText(limits.QUESTION_MAX_UNITS),
    choices: z
      .array(fileText(limits.CHOICE_MAX_UNITS), { error: choiceCount })
      .min(limits.MIN_CHOICES, choiceCount)
      .max(limits.MAX_CHOICES, choiceCount),
    answer: z.union([z.int(), z.string()], { error: answer }),
    limitTime: z
      .int(limitTime)
      .min(limits.MIN_LIMIT_S, limitTime)
      .max(limits.MAX_LIMIT_S, limitTime)
      .default(limits.DEFAULT_LIMIT_S),
  },
  { error: unknownKeys },
);

/** Reads one written question; its `answer` counts from 1 or is a choice's text, ours counts from 0. */
export const questionSchema = writtenQuestion.transform((written, context): Question => {
  const { choices } = written;
  const twin = choices.findIndex((choice, index) => choices.indexOf(choice) !== index);
  if (twin >= 0)
    context.addIssue({ code: 'custom', path: ['choices', twin], message: 'is there twice' });

  const index = answerIndex(written.answer, choices);
  if (index === undefined) {
    const message =
      typeof written.answer === 'number'
        ? `must be from 1 to ${choices.length}, the number of choices`
        : `${quoted(written.answer)} is not the text of a choice`;
    context.addIssue({ code: 'custom', path: ['answer'], message });
    return z.NEVER;
  }
  return { ...written, answer: index };
});

function answerIndex(written: number | string, choices: string[]): number | undefined {
  const index =
    typeof written === 'number'
      ? written - 1
      : choices.indexOf(
          written
            .normalize('NFC')
            .replace(/[\t\r\n]+/g, ' ')
            .trim(),
        );
  return index >= 0 && index < choices.length ? index : undefined;
}

/** Zod's own message repeats every unknown key at full length; a hostile file would choose both. */
export function unknownKeys(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `has an unknown field ${quoted(issue.keys[0] ?? '')}`;
  return 'must be an object';
}

/** An issue with its place in an author's words: `choice 3: is empty`. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.map((key) => (typeof key === 'number' ? key + 1 : String(key)));
  const where = place
    .join(' ')
    .replace(/^quiz$/, 'question')
    .replace(/^choices (\d+)$/, 'choice $1')
    .replace(/^limitTime$/, 'seconds');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}
