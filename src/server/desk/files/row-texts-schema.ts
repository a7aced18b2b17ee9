/** The texts of a row in further languages (R30), as JSON has them. */
import { z } from 'zod';
import * as limits from '../../../protocol/limits.js';
import {
  isList,
  isText,
  ITEM_TEXTS,
  QUESTION_TEXTS,
  SET_TEXTS,
  type ItemTexts,
  type QuestionTexts,
  type RowText,
  type RowTextFields,
  type RowTextShape,
  type SetTexts,
} from '../../../protocol/row-texts.js';
import { cleanLines, cleanText } from '../../../protocol/text.js';
import { hasMixedLetters } from '../../../game/kinds/mixed-letters.js';
import { hasManySpellings } from '../../../game/shared/row-texts.js';
import { unknownKeys } from './file-text.js';
import type { FileWords } from './file-words.js';

type Leaf = (text: RowText) => z.ZodType<string>;

/** More than can be played, as drafts and files have them. */
const LIST_FACTOR = 2;

function shapeSchema(shape: RowTextShape | RowTextFields, leaf: Leaf, error?: Unknown): z.ZodType {
  if (isText(shape)) return leaf(shape);
  if (isList(shape))
    return z.array(shapeSchema(shape.one, leaf, error)).max(LIST_FACTOR * shape.most);
  const fields = Object.entries(shape).map(([field, inner]) => [
    field,
    shapeSchema(inner, leaf, error).optional(),
  ]);
  return z.strictObject(Object.fromEntries(fields) as z.core.$ZodLooseShape, { error });
}

type Unknown = ReturnType<typeof unknownKeys> | undefined;

/** Counted before anything in them is read: thousands would take a turn of 50 ms. */
const isOfFewLanguages = (texts: unknown): boolean =>
  typeof texts === 'object' &&
  texts !== null &&
  Object.keys(texts).length <= limits.MAX_TEXT_LANGUAGES;

function byLanguage<T>(fields: RowTextFields, leaf: Leaf, error?: Unknown, many?: string) {
  const tag = z.string().max(limits.LANGUAGE_MAX_UNITS);
  const texts = z.record(tag, shapeSchema(fields, leaf, error) as z.ZodType<T>);
  return z.custom<Record<string, unknown>>(isOfFewLanguages, many).pipe(texts);
}

/** In a draft any text may be wrong yet. */
const draftLeaf: Leaf = () => z.string().max(limits.DRAFT_TEXT_MAX_UNITS);
/** But for titles, which have no row that could tell what is wrong. */
const titleLeaf: Leaf = ({ bounds }) =>
  z.string().transform((raw, context) => {
    const clean = cleanText(raw, bounds);
    if (clean !== undefined) return clean;
    context.addIssue({ code: 'custom', message: 'cannot be shown' });
    return z.NEVER;
  });
export const draftTexts = {
  question: byLanguage<QuestionTexts>(QUESTION_TEXTS, draftLeaf),
  item: byLanguage<ItemTexts>(ITEM_TEXTS, draftLeaf),
  set: byLanguage<SetTexts>(SET_TEXTS, titleLeaf),
};

/** In a file each text is empty, or within the bounds of its field. */
function fileLeaf(say: FileWords): Leaf {
  return ({ form, bounds }) =>
    z.string({ error: say.notString }).transform((raw, context) => {
      const clean =
        form === 'lines'
          ? cleanLines(raw, bounds)
          : cleanText(raw.replace(/[\t\r\n]+/g, ' '), bounds);
      if (clean !== undefined && !(form === 'spelling' && hasMixedLetters(clean))) return clean;
      const message =
        clean !== undefined
          ? say.mixedLetters
          : raw.length > bounds.maxGraphemes
            ? say.longerThan({ characters: bounds.maxGraphemes })
            : say.notShowable;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

const manyLanguages = (say: FileWords): string =>
  say.tooManyLanguages({ most: limits.MAX_SET_LANGUAGES });

/** The titles of a set in further languages. */
export const setTexts = (say: FileWords) =>
  byLanguage<SetTexts>(SET_TEXTS, fileLeaf(say), unknownKeys(say), manyLanguages(say));

/** The same of a question that is played. */
export function questionTexts(say: FileWords) {
  const leaf = fileLeaf(say);
  const counts = {
    accepted: say.spellingCount({ most: QUESTION_TEXTS.accepted.most }),
    wrong: say.wrongCount({ most: QUESTION_TEXTS.wrong.most }),
  };
  return byLanguage<QuestionTexts>(
    QUESTION_TEXTS,
    leaf,
    unknownKeys(say),
    manyLanguages(say),
  ).superRefine((texts, context) => {
    for (const [language, own] of Object.entries(texts))
      for (const field of ['accepted', 'wrong'] as const)
        if (hasManySpellings(own, field))
          context.addIssue({ code: 'custom', path: [language, field], message: counts[field] });
  });
}
