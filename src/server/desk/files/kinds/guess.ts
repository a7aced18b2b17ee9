import { serverWords } from '../../../../i18n/made/server/words.js';
import { z } from 'zod';
import { filledChoices } from '../../../../game/kinds/own/choice.js';
import type { GuessQuestion } from '../../../../game/shared/quiz-set.js';
import * as limits from '../../../../protocol/limits.js';
import { unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { choicesField, scoredFields } from '../kind-schemas.js';
import { cellOf, wholeNumber } from '../table-row.js';
import { comparable, readAnswer } from '../written-answer.js';
import { answerCell, answersIn, answersOf } from './choice.js';
import { worthOf, type FileKind } from './file-kind.js';
import { numberOf } from './number.js';

function schema(say: FileWords) {
  const [least, most] = [limits.MIN_GUESS_S, limits.MAX_GUESS_S];
  const seconds = say.secondsRange({ least, most });
  return z.strictObject(
    {
      kind: z.literal('guess'),
      ...scoredFields(say, 'guess'),
      choices: choicesField(say),
      choice: z.union([z.int(), z.string()], { error: say.answerKind }).default(1),
      guessTime: z
        .int(seconds)
        .min(least, seconds)
        .max(most, seconds)
        .default(limits.DEFAULT_GUESS_S),
    },
    { error: unknownKeys(say) },
  );
}

export const guess: FileKind<GuessQuestion> = {
  schema,
  read({ points, choice, ...question }: z.output<ReturnType<typeof schema>>, say, context) {
    const indexes = answersOf([choice], question.choices, say);
    if (typeof indexes === 'string') {
      context.addIssue({ code: 'custom', path: ['choice'], message: indexes });
      return z.NEVER;
    }
    return { ...question, choice: indexes[0] ?? 0, ...worthOf(points) };
  },
  write: ({ choice, ...rest }) => ({ ...rest, choice: choice + 1 }),
  twin: ({ choices, choice }) => [choices.toSorted(), choices[choice]],
  cells({ cells, columns, choices, language }) {
    const cell = cellOf(cells, columns.answer);
    const read = readAnswer(cell, choices.map(comparable), serverWords[language].server.file);
    const [number, ...more] = typeof read === 'string' ? [] : read;
    const isOne = number !== undefined && more.length === 0;
    const guessTime = wholeNumber(cellOf(cells, columns.extra.get('guess')));
    return {
      choices,
      ...(cell !== '' && { choice: isOne ? number : cell }),
      ...(guessTime !== undefined && { guessTime }),
    };
  },
  row(draft) {
    const choices = filledChoices(draft);
    return {
      choices,
      answer: answerCell([draft.guessOf ?? 1], choices),
      guess: String(draft.guessTime ?? ''),
    };
  },
  ofDraft: (draft) => ({
    choices: filledChoices(draft),
    choice: draft.guessOf ?? 1,
    guessTime: draft.guessTime,
  }),
  toDraft: ({ choices, choice, guessTime }) => ({ choices, guessOf: choice + 1, guessTime }),
  answer: ({ choice, choices, guessTime }) => {
    const [guessOf = 1] = answersIn(choice, Array.isArray(choices) ? choices : []).answers;
    return {
      guessOf,
      guessTime: numberOf(guessTime === undefined ? limits.DEFAULT_GUESS_S : guessTime),
    };
  },
};
