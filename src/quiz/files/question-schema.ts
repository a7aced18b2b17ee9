/** One question as people write it, in a file of ours or of theirs. */
import { z } from 'zod';
import type { Question } from '../../game/quiz-set.js';
import * as limits from '../../protocol/limits.js';
import { cleanText, hasPileOfMarks } from '../../protocol/text.js';
import { inEachLanguage, type FileWords } from './file-words.js';
import { quoted } from './quiz-file-error.js';

/** A text that is not empty and within the bounds. Line breaks and tabs of a cell become spaces. */
export function fileText(say: FileWords, maxUnits: number, maxGraphemes = maxUnits) {
  return z.string({ error: say.notString }).transform((raw, context) => {
    const oneLine = raw.replace(/[\t\r\n]+/g, ' ').trim();
    const clean = cleanText(oneLine, { maxGraphemes, maxUnits });
    if (clean !== undefined && clean !== '') return clean;
    const message =
      oneLine === ''
        ? say.empty
        : oneLine.length > maxGraphemes
          ? say.longerThan(maxGraphemes)
          : say.notShowable;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

function writtenQuestion(say: FileWords) {
  const choiceCount = say.choiceCount(limits.MIN_CHOICES, limits.MAX_CHOICES);
  const limitTime = say.secondsRange(limits.MIN_LIMIT_S, limits.MAX_LIMIT_S);
  const answer = say.answerKind;
  return z.strictObject(
    {
      quiz: fileText(say, limits.QUESTION_MAX_UNITS),
      choices: z
        .array(fileText(say, limits.CHOICE_MAX_UNITS), { error: choiceCount })
        .min(limits.MIN_CHOICES, choiceCount)
        .max(limits.MAX_CHOICES, choiceCount),
      answer: z.union([z.int(answer), z.string()], { error: answer }),
      limitTime: z
        .int(limitTime)
        .min(limits.MIN_LIMIT_S, limitTime)
        .max(limits.MAX_LIMIT_S, limitTime)
        .default(limits.DEFAULT_LIMIT_S),
    },
    { error: unknownKeys(say) },
  );
}

/** Read one written question; its `answer` counts from 1 or is a choice's text, ours counts from 0. */
export const questionSchemas = inEachLanguage((say) =>
  writtenQuestion(say).transform((written, context): Question => {
    const { choices } = written;
    const twin = choices.findIndex((choice, index) => choices.indexOf(choice) !== index);
    if (twin >= 0)
      context.addIssue({ code: 'custom', path: ['choices', twin], message: say.choiceTwice });

    const index = answerIndex(written.answer, choices);
    if (index === undefined) {
      const message =
        typeof written.answer === 'number'
          ? say.answerRange(choices.length)
          : say.notAChoice(quoted(written.answer));
      context.addIssue({ code: 'custom', path: ['answer'], message });
      return z.NEVER;
    }
    return { kind: 'choice', ...written, answer: index };
  }),
);

function answerIndex(written: number | string, choices: string[]): number | undefined {
  const index =
    typeof written === 'number'
      ? written - 1
      : choices.indexOf(
          comparable(written)
            .replace(/[\t\r\n]+/g, ' ')
            .trim(),
        );
  return index >= 0 && index < choices.length ? index : undefined;
}

/** As it stands in a cleaned choice (NFC); what cannot stand in one stays as it is. */
export function comparable(text: string): string {
  return hasPileOfMarks(text) ? text : text.normalize('NFC');
}

/** Zod's own message repeats every unknown key at full length; a hostile file would choose both. */
export function unknownKeys(say: FileWords): (issue: z.core.$ZodRawIssue) => string {
  return (issue) =>
    issue.code === 'unrecognized_keys'
      ? say.unknownField(quoted(issue.keys[0] ?? ''))
      : say.notAnObject;
}

/** An issue with where it is, in an author's words: `choice 3: is empty`. */
export function describeIssue(issue: z.core.$ZodIssue, say: FileWords): string {
  const path = issue.path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join(' ');
  const choice = /^choices (\d+)$/.exec(path)?.[1];
  const where = choice === undefined ? say.field(path) : say.choice(Number(choice));
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}
