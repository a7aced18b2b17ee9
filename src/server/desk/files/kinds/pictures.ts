import { z } from 'zod';
import { filledPictures } from '../../../../game/kinds/own/pictures.js';
import type { PicturesQuestion, WrittenPicture } from '../../../../game/shared/quiz-set.js';
import type { DraftPicture } from '../../../../protocol/desk.js';
import * as limits from '../../../../protocol/limits.js';
import { cellOfTexts, textsOfCell } from '../cell-list.js';
import { fileText, unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { flag, IMAGE_ID, imageField, scoredFields } from '../kind-schemas.js';
import {
  answerField,
  answersIn,
  answersOf,
  draftAnswer,
  draftAnswers,
  fixedCell,
  fixedOf,
  writtenAnswer,
} from './choice.js';
import { worthOf, type FileKind } from './file-kind.js';

const schema = (say: FileWords) =>
  z.strictObject(
    {
      kind: z.literal('pictures'),
      ...scoredFields(say),
      pictures: picturesField(say),
      answer: answerField(say),
      fixedOrder: flag(say).exactOptional(),
    },
    { error: unknownKeys(say) },
  );

export const pictures: FileKind<PicturesQuestion> = {
  schema,
  read({ points, answer, fixedOrder = false, ...question }: Written, say, context) {
    const answers = answersOf([answer].flat(), question.pictures.map(nameOf), say);
    if (typeof answers === 'string') {
      context.addIssue({ code: 'custom', path: ['answer'], message: answers });
      return z.NEVER;
    }
    return { ...question, answers, ...(fixedOrder ? { fixedOrder } : {}), ...worthOf(points) };
  },
  write: ({ answers, ...rest }) => ({ ...rest, answer: writtenAnswer(answers) }),
  twin: ({ pictures: written }) => written.map(({ image }) => image.id).toSorted(),
  cells: (row) => ({
    pictures: row.choices.map(pictureOfCell),
    answer: draftAnswer(row),
    ...fixedOf(row),
  }),
  row: (draft) => ({
    choices: filledPictures(draft).map(cellOfPicture),
    answer: (draft.answers ?? []).join(','),
    ...fixedCell(draft),
  }),
  ofDraft: (draft) => ({
    pictures: filledPictures(draft).map(({ image, text }) => {
      return { image, ...(text.trim() !== '' && { text }) };
    }),
    ...draftAnswers(draft),
  }),
  toDraft({ pictures: written, answers, fixedOrder }) {
    return {
      pictures: written.map(({ image, text = '' }) => ({ image, text })),
      answers: answers.map((index) => index + 1),
      ...(fixedOrder && { fixedOrder }),
    };
  },
  answer: ({ answer, pictures: written }) =>
    answersIn(answer, Array.isArray(written) ? written : []),
};

type Written = z.output<ReturnType<typeof schema>>;

const nameOf = ({ image, text }: WrittenPicture): string => text ?? image.alt;

function picturesField(say: FileWords) {
  const count = say.pictureCount({ least: limits.MIN_CHOICES, most: limits.MAX_PICTURES });
  const choice = z.strictObject(
    {
      image: imageField(say, true, limits.CHOICE_MAX_UNITS),
      text: fileText(say, limits.CHOICE_MAX_UNITS).exactOptional(),
    },
    { error: unknownKeys(say) },
  );
  return z
    .array(choice, { error: count })
    .min(limits.MIN_CHOICES, count)
    .max(limits.MAX_PICTURES, count)
    .check(({ value, issues }) => {
      const isTwin = (one: WrittenPicture, index: number): boolean =>
        value
          .slice(0, index)
          .some((other) => other.image.id === one.image.id || nameOf(other) === nameOf(one));
      const twin = value.findIndex(isTwin);
      if (twin >= 0)
        issues.push({ code: 'custom', input: value, path: [twin], message: say.choiceTwice });
    });
}

/** A cell is `id description` or `id description | word`. */
function pictureOfCell(cell: string): object {
  const [picture = '', text = ''] = textsOfCell(cell);
  const [, id = '', alt = ''] = /^(\S*)\s*(.*)$/s.exec(picture) ?? [];
  return IMAGE_ID.test(id) ? { image: { id, alt }, ...(text !== '' && { text }) } : { text: cell };
}

function cellOfPicture({ image, text }: DraftPicture): string {
  const picture = image === undefined ? '' : `${image.id} ${image.alt}`.trim();
  return cellOfTexts([picture, text].filter((part) => part.trim() !== ''));
}
