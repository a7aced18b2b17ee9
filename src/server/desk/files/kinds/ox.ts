import { z } from 'zod';
import type { OxQuestion } from '../../../../game/shared/quiz-set.js';
import { unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { scoredFields } from '../kind-schemas.js';
import { cellOf } from '../table-row.js';
import { worthOf, type FileKind } from './file-kind.js';

/** As people write them in a cell. */
export const VERDICTS = new Map<string, string>([
  ...['O', 'o', '○', '◯', '〇', '⭕', '참', 'TRUE', 'true', 'True'].map(
    (word): [string, string] => [word, 'O'],
  ),
  ...['X', 'x', '×', '✕', '❌', '거짓', 'FALSE', 'false', 'False'].map((word): [string, string] => [
    word,
    'X',
  ]),
]);

const schema = (say: FileWords) =>
  z.strictObject(
    {
      kind: z.literal('ox'),
      ...scoredFields(say),
      answer: z.enum(['O', 'X'], { error: say.notOx }),
    },
    { error: unknownKeys(say) },
  );

export const ox: FileKind<OxQuestion> = {
  schema,
  read: ({ points, ...question }: z.output<ReturnType<typeof schema>>) => ({
    ...question,
    ...worthOf(points),
  }),
  twin: () => [],
  cells({ cells, columns }) {
    const answer = cellOf(cells, columns.answer);
    return { answer: VERDICTS.get(answer) ?? answer };
  },
  row: ({ truth = '' }) => ({ answer: truth }),
  gift: ({ truth }) => truth && (truth === 'O' ? 'T' : 'F'),
  ofDraft: ({ truth }) => ({ answer: truth }),
  toDraft: ({ answer }) => ({ truth: answer }),
  answer: ({ answer }) => (answer === 'O' || answer === 'X' ? { truth: answer } : {}),
};
