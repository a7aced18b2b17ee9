import { serverWords } from '../../../../i18n/made/server/words.js';
import { z } from 'zod';
import { filledChoices } from '../../../../game/kinds/own/choice.js';
import type { ChoiceQuestion, Question } from '../../../../game/shared/quiz-set.js';
import type { DraftQuestion } from '../../../../protocol/desk.js';
import * as limits from '../../../../protocol/limits.js';
import { describeIssue, unknownKeys } from '../file-text.js';
import { fieldName, inEachLanguage, type FileWords } from '../file-words.js';
import { giftText, weighed } from '../gift-text.js';
import { choicesField, flag, scoredFields } from '../kind-schemas.js';
import { quoted } from '../quiz-file-error.js';
import { cellOf, commonOf, type Row } from '../table-row.js';
import { trueOrFalse } from '../true-or-false.js';
import { comparable, plainNumber, readAnswer } from '../written-answer.js';
import { flagOf } from '../table-values.js';
import { worthOf, type FileKind } from './file-kind.js';

const schema = (say: FileWords) =>
  z.strictObject(
    {
      kind: z.literal('choice'),
      ...scoredFields(say),
      choices: choicesField(say),
      answer: answerField(say),
      fixedOrder: flag(say).exactOptional(),
    },
    { error: unknownKeys(say) },
  );

export const choice: FileKind<ChoiceQuestion> = {
  schema,
  read: choiceOf,
  write: ({ kind: _, answers, ...rest }) => ({ ...rest, answer: writtenAnswer(answers) }),
  twin: ({ choices }) => choices.toSorted(),
  cells: (row) => ({ choices: row.choices, answer: draftAnswer(row), ...fixedOf(row) }),
  row(draft) {
    const choices = filledChoices(draft);
    return { choices, answer: answerCell(draft.answers ?? [], choices), ...fixedCell(draft) };
  },
  gift(draft) {
    const choices = filledChoices(draft);
    const rights = new Set(draft.answers);
    // Without a wrong one, they would be spellings of one answer.
    const isAll = rights.size === choices.length;
    const lines = choices.map((choice, index) => {
      if (isAll) return `~${weighed(100 / rights.size, choice)}`;
      if (rights.has(index + 1)) return `=${giftText(choice)}`;
      return `~${choice.trim().startsWith('%') ? weighed(0, choice) : giftText(choice)}`;
    });
    return lines.join('\n\t');
  },
  readRow,
  ofDraft(draft) {
    return { choices: filledChoices(draft), ...draftAnswers(draft) };
  },
  toDraft({ choices, answers, fixedOrder }) {
    const numbers = answers.map((index) => index + 1);
    return { choices, answers: numbers, ...(fixedOrder && { fixedOrder }) };
  },
  answer: ({ answer, choices }) => answersIn(answer, Array.isArray(choices) ? choices : []),
};

/** Read a choice question of a table or a text. */
export const choiceSchemas = inEachLanguage((say) =>
  schema(say).transform((written, context) => choiceOf(written, say, context)),
);

/** The numbers of those right choices that are there, whatever is written. */
export function answersIn(answer: unknown, choices: readonly unknown[]): { answers: number[] } {
  const given = (Array.isArray(answer) ? answer : [answer]).slice(0, 2 * limits.MAX_CHOICES);
  const numbers: unknown[] = given.map((one: unknown) =>
    typeof one === 'string' ? choices.indexOf(one) + 1 : one,
  );
  const most = Math.min(choices.length, 2 * limits.MAX_CHOICES);
  const answers = numbers.filter((one) => Number.isInteger(one) && Number(one) > 0);
  return { answers: [...new Set(answers as number[])].filter((one) => one <= most) };
}

/** Numbers from 1; one alone is no list. */
export function writtenAnswer(answers: readonly number[]): number | number[] {
  const [first = 0, ...more] = answers.map((answer) => answer + 1);
  return more.length === 0 ? first : [first, ...more];
}

/** The right choices of a draft, and whether its choices are shuffled, as a file has it. */
export function draftAnswers({ answers = [], fixedOrder }: DraftQuestion): object {
  const answer = answers.length > 1 ? answers : answers[0];
  return { answer, ...(fixedOrder === true && { fixedOrder }) };
}

/** A choice by its number, from 1, or its text; several as a list. */
export function answerField(say: FileWords) {
  const one = z.union([z.int(say.answerKind), z.string()]);
  const several = z.array(one).min(1, say.answerKind).max(limits.MAX_CHOICES, say.answerKind);
  return z.union([one, several], { error: say.answerKind });
}

/** Answers count from 1 in a file, ours from 0. */
function choiceOf(
  written: z.output<ReturnType<typeof schema>>,
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

/** Indexes from 0, ascending, or what is wrong. */
export function answersOf(
  written: readonly (number | string)[],
  choices: readonly string[],
  say: FileWords,
): number[] | string {
  const found: number[] = [];
  for (const answer of written) {
    const index = answerIndex(answer, choices);
    if (index === undefined)
      return typeof answer === 'number'
        ? say.answerRange({ choices: choices.length })
        : say.notAChoice({ text: quoted(answer) });
    if (found.includes(index)) return say.choiceNamedTwice;
    found.push(index);
  }
  return found.sort((a, b) => a - b);
}

function answerIndex(written: number | string, choices: readonly string[]): number | undefined {
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

function readRow(row: Row): Question | string[] {
  const { cells, columns, language, choices } = row;
  const say = serverWords[language].server.file;
  const parsed = choiceSchemas(language).safeParse({
    kind: 'choice',
    ...commonOf(row),
    ...fixedOf(row),
    choices,
    // The cell's is read below, and what is none is told in words that fit a spreadsheet.
    answer: 1,
  });
  const faults = parsed.error?.issues.map((issue) => describeIssue(issue, say)) ?? [];
  const known = parsed.success ? parsed.data.choices : choices.map(comparable);
  const rights = readAnswer(cellOf(cells, columns.answer), known, say, !columns.isOwn);
  if (typeof rights === 'string') faults.push(`${fieldName('answer', say)}: ${rights}`);
  else if (parsed.success) {
    const answers = rights.map((right) => right - 1);
    const question: ChoiceQuestion = { ...parsed.data, answers };
    return columns.isOwn ? question : trueOrFalse(question);
  }
  return faults;
}

/** Whether the choices of a row stay in their order. */
export function fixedOf({ cells, columns }: Row): object {
  const fixedOrder = columns.isOwn ? flagOf(cellOf(cells, columns.extra.get('fixed'))) : undefined;
  return fixedOrder === undefined ? {} : { fixedOrder };
}

export function fixedCell({ fixedOrder }: DraftQuestion): { fixed?: string } {
  return fixedOrder === true ? { fixed: 'true' } : {};
}

/** The cell that names these choices, by their numbers from 1, whatever their texts are. */
export function answerCell(answers: readonly number[], choices: readonly string[]): string {
  const known = choices.map((choice) => comparable(choice.trim()));
  const text = choices[(answers[0] ?? 0) - 1] ?? '';
  const ways =
    answers.length === 1
      ? [`#${answers[0]}`, text]
      : ['#', ''].flatMap((sign) =>
          [',', ';', '/'].map((between) => sign + answers.join(between + sign)),
        );
  const isUnderstood = (cell: string): boolean =>
    String(readAnswer(cell, known, serverWords.en.server.file)) === String(answers);
  return ways.find(isUnderstood) ?? '';
}

export function draftAnswer({ cells, columns, choices }: Row): number[] {
  const answer = cellOf(cells, columns.answer);
  const byText = choices.map(comparable).indexOf(comparable(answer)) + 1;
  if (byText > 0) return [byText];
  return Array.from(plainNumber(answer).matchAll(/\d{1,2}/g), ([digits]) => Number(digits));
}
