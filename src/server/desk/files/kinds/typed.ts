import { z } from 'zod';
import { filledTexts } from '../../../../game/kinds/own/typed.js';
import { hasMixedLetters } from '../../../../game/kinds/mixed-letters.js';
import { formOf } from '../../../../game/kinds/spelling.js';
import type { TypedQuestion } from '../../../../game/shared/quiz-set.js';
import * as limits from '../../../../protocol/limits.js';
import { fileText, unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { scoredFields, walkTimeField } from '../kind-schemas.js';
import { cellOf, wholeNumber } from '../table-row.js';
import { worthOf, type FileKind } from './file-kind.js';

/** Between answers in one cell. */
const BETWEEN = '|';

function schema(say: FileWords) {
  const { maxUnits, maxGraphemes } = limits.ANSWER_BOUNDS;
  const list = (most: number, count: string) =>
    z.array(fileText(say, maxUnits, maxGraphemes), { error: count }).max(most, count);
  const spellings = say.spellingCount(limits.MAX_SPELLINGS);
  return z
    .strictObject(
      {
        kind: z.literal('typed'),
        ...scoredFields(say, 'typed'),
        accepted: list(limits.MAX_SPELLINGS, spellings).min(1, spellings),
        wrong: list(limits.MAX_WRONG, say.wrongCount(limits.MAX_WRONG)).exactOptional(),
        walkTime: walkTimeField(say),
      },
      { error: unknownKeys(say) },
    )
    .superRefine(({ accepted, wrong = [] }, context) => {
      const forms = new Set<string>();
      for (const [field, texts] of Object.entries({ accepted, wrong }))
        for (const [index, text] of texts.entries()) {
          const form = formOf(text);
          const message = hasMixedLetters(text)
            ? say.mixedLetters
            : forms.has(form)
              ? say.spellingTwice
              : undefined;
          if (message !== undefined)
            context.addIssue({ code: 'custom', path: [field, index], message });
          forms.add(form);
        }
    });
}

export const typed: FileKind<TypedQuestion> = {
  names: ['주관식'],
  schema,
  read: ({ points, wrong = [], ...question }: z.output<ReturnType<typeof schema>>) => ({
    ...question,
    ...(wrong.length > 0 && { wrong }),
    ...worthOf(points),
  }),
  twin: ({ accepted }) => accepted.toSorted(),
  cells({ cells, columns }) {
    const list = (column: number | undefined): string[] =>
      filledTexts(cellOf(cells, column).split(BETWEEN));
    const walkTime = wholeNumber(cellOf(cells, columns.extra.get('walk')));
    const wrong = list(columns.extra.get('wrong'));
    return {
      accepted: list(columns.answer),
      ...(wrong.length > 0 && { wrong }),
      ...(walkTime !== undefined && { walkTime }),
    };
  },
  ofDraft({ accepted, wrong, walkTime }) {
    const listed = filledTexts(wrong);
    return {
      accepted: filledTexts(accepted),
      ...(listed.length > 0 && { wrong: listed }),
      walkTime,
    };
  },
  toDraft: ({ accepted, wrong, walkTime }) => ({ accepted, ...(wrong && { wrong }), walkTime }),
};
