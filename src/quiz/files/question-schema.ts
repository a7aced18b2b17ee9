/** One question as people write it in our own JSON, and back. */
import { z } from 'zod';
import type { ChoiceQuestion, Question, Worth } from '../../game/quiz-set.js';
import { QUESTION_KINDS } from '../../protocol/question.js';
import { hasPileOfMarks } from '../../protocol/text.js';
import { unknownKeys } from './file-text.js';
import { inEachLanguage, type FileWords } from './file-words.js';
import { kindSchemas } from './kind-schemas.js';
import { quoted } from './quiz-file-error.js';

/** All kinds, as they are listed for an author. */
export const KINDS = QUESTION_KINDS.map((kind) => `"${kind}"`).join(', ');

/** Read a choice question of a table or a text. */
export const choiceSchemas = inEachLanguage((say) =>
  kindSchemas(say).choice.transform((written, context) => choiceOf(written, say, context)),
);

/** Read one written question, which is a choice where it names no kind. Answers count from 1 in a file, ours from 0. */
export const questionSchemas = inEachLanguage((say) => {
  const { choice, ox, number, spot, poll, scale } = kindSchemas(say);
  const notAnObject = unknownKeys(say);
  return z
    .preprocess(
      withKind,
      z.discriminatedUnion('kind', [choice, ox, number, spot, poll, scale], {
        error: (issue) =>
          issue.code === 'invalid_union' ? say.unknownKind(KINDS) : notAnObject(issue),
      }),
    )
    .transform((written, context): Question => {
      if (written.kind === 'poll' || written.kind === 'scale') return written;
      if (written.kind === 'choice') return choiceOf(written, say, context);
      if (written.kind === 'spot') {
        const { points, whole = false, ...question } = written;
        return { ...question, ...(whole && { whole }), ...worthOf(points) };
      }
      const { points, ...question } = written;
      return { ...question, ...worthOf(points) };
    });
});

function choiceOf(
  written: z.output<ReturnType<typeof kindSchemas>['choice']>,
  say: FileWords,
  context: z.RefinementCtx,
): ChoiceQuestion {
  const { points, answer, fixedOrder = false, ...question } = written;
  const answers = answersOf([answer].flat(), question.choices, say);
  if (typeof answers === 'string') {
    context.addIssue({ code: 'custom', path: ['answer'], message: answers });
    return z.NEVER;
  }
  return { ...question, answers, ...(fixedOrder ? { fixedOrder } : {}), ...worthOf(points) };
}

function worthOf(points: 0 | 1 | 2): Worth {
  return points === 1 ? {} : { points };
}

function withKind(written: unknown): unknown {
  const isObject = typeof written === 'object' && written !== null && !Array.isArray(written);
  return isObject && !('kind' in written) ? { ...written, kind: 'choice' } : written;
}

/** Indexes from 0, ascending, or what is wrong. */
function answersOf(
  written: readonly (number | string)[],
  choices: string[],
  say: FileWords,
): number[] | string {
  const found: number[] = [];
  for (const answer of written) {
    const index = answerIndex(answer, choices);
    if (index === undefined)
      return typeof answer === 'number'
        ? say.answerRange(choices.length)
        : say.notAChoice(quoted(answer));
    if (found.includes(index)) return say.choiceNamedTwice;
    found.push(index);
  }
  return found.sort((a, b) => a - b);
}

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

/** A question as it stands in our own JSON; `questionSchemas` read the same again. */
export function writtenQuestion(question: Question): object {
  if (question.kind !== 'choice') return question;
  const { kind: _, answers, ...rest } = question;
  const [first = 0, ...more] = answers.map((answer) => answer + 1);
  return { ...rest, answer: more.length === 0 ? first : [first, ...more] };
}
