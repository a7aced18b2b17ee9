import { z } from 'zod';
import { filledTexts } from '../../../../game/kinds/own/typed.js';
import { hasMixedLetters } from '../../../../game/kinds/mixed-letters.js';
import { formOf } from '../../../../game/kinds/spelling.js';
import type { TypedQuestion } from '../../../../game/shared/quiz-set.js';
import * as limits from '../../../../protocol/limits.js';
import { cellOfTexts, textsOfCell } from '../cell-list.js';
import { fileText, unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { weighed } from '../gift-text.js';
import { scoredFields, walkTimeField } from '../kind-schemas.js';
import { cellOf, wholeNumber } from '../table-row.js';
import { worthOf, type FileKind } from './file-kind.js';

function schema(say: FileWords) {
  const { maxUnits, maxGraphemes } = limits.ANSWER_BOUNDS;
  const list = (most: number, count: string) =>
    z.array(fileText(say, maxUnits, maxGraphemes), { error: count }).max(most, count);
  const spellings = say.spellingCount({ most: limits.MAX_SPELLINGS });
  return z
    .strictObject(
      {
        kind: z.literal('typed'),
        ...scoredFields(say, 'typed'),
        accepted: list(limits.MAX_SPELLINGS, spellings).min(1, spellings),
        wrong: list(limits.MAX_WRONG, say.wrongCount({ most: limits.MAX_WRONG })).exactOptional(),
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
  schema,
  read: ({ points, wrong = [], ...question }: z.output<ReturnType<typeof schema>>) => ({
    ...question,
    ...(wrong.length > 0 && { wrong }),
    ...worthOf(points),
  }),
  twin: ({ accepted }) => accepted.toSorted(),
  cells({ cells, columns }) {
    const list = (column: number | undefined): string[] =>
      filledTexts(textsOfCell(cellOf(cells, column)));
    const walkTime = wholeNumber(cellOf(cells, columns.extra.get('walk')));
    const wrong = list(columns.extra.get('wrong'));
    return {
      accepted: list(columns.answer),
      ...(wrong.length > 0 && { wrong }),
      ...(walkTime !== undefined && { walkTime }),
    };
  },
  row: ({ accepted, wrong, walkTime }) => ({
    answer: cellOfTexts(filledTexts(accepted)),
    wrong: cellOfTexts(filledTexts(wrong)),
    walk: String(walkTime ?? ''),
  }),
  gift({ accepted, wrong }) {
    const rights = filledTexts(accepted);
    // With an arrow it would be a question of pairs.
    if (
      rights.length === 0 ||
      [...rights, ...filledTexts(wrong)].some((text) => text.includes('->'))
    )
      return undefined;
    // A star stands for any text there.
    const written = (percent: number, text: string): string =>
      `=${weighed(percent, text.replaceAll('*', String.raw`\*`))}`;
    return [
      ...rights.map((text) => written(100, text)),
      ...filledTexts(wrong).map((text) => written(0, text)),
    ].join('\n\t');
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
