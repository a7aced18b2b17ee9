/** The texts of a question or an item that players see: each has one in every language of its set (R30). */
import * as limits from './limits.js';
import type { ItemKind } from './programme.js';
import type { QuestionKind } from './question.js';
import type { LanguagesOfSet, SetLanguage } from './set-languages.js';
import type { TextBounds } from './text.js';

/** One text: of one line, of several, or a spelling that players write. */
export interface RowText {
  form: 'line' | 'lines' | 'spelling';
  bounds: TextBounds;
}

/** So many of the same at most. */
export interface RowTextList {
  one: RowText | RowTextFields;
  most: number;
}

export type RowTextFields = { readonly [field: string]: RowTextShape };
export type RowTextShape = RowText | RowTextList | { readonly [field: string]: RowText };

const line = (bounds: TextBounds | number) =>
  ({
    form: 'line',
    bounds: typeof bounds === 'number' ? { maxGraphemes: bounds, maxUnits: bounds } : bounds,
  }) as const;
const lines = (bounds: TextBounds) => ({ form: 'lines', bounds }) as const;
const spelling = { form: 'spelling', bounds: limits.ANSWER_BOUNDS } as const;
const list = <One extends RowTextList['one']>(most: number, one: One) => ({ one, most });

/** Under the names of a question's own fields. */
export const QUESTION_TEXTS = {
  quiz: line(limits.QUESTION_MAX_UNITS),
  explanation: line(limits.EXPLANATION_MAX_UNITS),
  image: { alt: line(limits.ALT_MAX_UNITS) },
  choices: list(limits.MAX_CHOICES, line(limits.CHOICE_MAX_UNITS)),
  pictures: list(limits.MAX_PICTURES, {
    text: line(limits.CHOICE_MAX_UNITS),
    image: { alt: line(limits.CHOICE_MAX_UNITS) },
  }),
  unit: line(limits.UNIT_MAX_UNITS),
  places: list(limits.MAX_PLACES, { name: line(limits.PLACE_MAX_UNITS) }),
  from: line(limits.LABEL_MAX_UNITS),
  to: line(limits.LABEL_MAX_UNITS),
  accepted: list(limits.MAX_SPELLINGS, spelling),
  wrong: list(limits.MAX_WRONG, spelling),
  parts: list(limits.MAX_PARTS, { text: line(limits.CHOICE_MAX_UNITS) }),
} as const satisfies RowTextFields;

/** The same of an item. */
export const ITEM_TEXTS = {
  title: line(limits.ITEM_TITLE_BOUNDS),
  text: lines(limits.SLIDE_TEXT_BOUNDS),
  image: { alt: line(limits.ALT_MAX_UNITS) },
  name: line(limits.ITEM_TITLE_BOUNDS),
  message: line(limits.BREAK_BOUNDS),
} satisfies RowTextFields;

/** And of a set as a whole. */
export const SET_TEXTS = { title: line(limits.TITLE_BOUNDS) } satisfies RowTextFields;

const OF_ALL = ['quiz', 'explanation', 'image'] as const;

const OF_KIND: Record<QuestionKind, readonly (keyof typeof QUESTION_TEXTS)[]> &
  Record<ItemKind, readonly (keyof typeof ITEM_TEXTS)[]> = {
  choice: [...OF_ALL, 'choices'],
  pictures: [...OF_ALL, 'pictures'],
  ox: OF_ALL,
  number: [...OF_ALL, 'unit'],
  spot: [...OF_ALL, 'places'],
  poll: [...OF_ALL, 'choices'],
  scale: [...OF_ALL, 'from', 'to'],
  typed: [...OF_ALL, 'accepted', 'wrong'],
  words: OF_ALL,
  statements: [...OF_ALL, 'parts'],
  order: [...OF_ALL, 'parts'],
  match: [...OF_ALL, 'choices', 'parts'],
  guess: [...OF_ALL, 'choices'],
  map: [...OF_ALL, 'places'],
  slide: ['title', 'text', 'image'],
  round: ['name'],
  break: ['message'],
  draw: ['title'],
  standings: [],
};

/** The texts of a row of this kind. */
export function textFieldsOf(kind: QuestionKind | ItemKind): RowTextFields {
  const all: RowTextFields = { ...QUESTION_TEXTS, ...ITEM_TEXTS };
  return Object.fromEntries(OF_KIND[kind].map((field) => [field, all[field] as RowTextShape]));
}

type TextsIn<Shape> = Shape extends RowText
  ? string
  : Shape extends { one: infer One; most: number }
    ? TextsIn<One>[]
    : { [Field in keyof Shape]?: TextsIn<Shape[Field]> };

/** By place as in the lists of the row; an empty one is as in the main language, but for spellings, which are its own. */
export type QuestionTexts = TextsIn<typeof QUESTION_TEXTS>;
export type ItemTexts = TextsIn<typeof ITEM_TEXTS>;
export type SetTexts = TextsIn<typeof SET_TEXTS>;

/** By the further languages of the set. */
export type RowTexts<T extends QuestionTexts | ItemTexts | SetTexts> = Record<SetLanguage, T>;

/** A set by its title in all its languages. */
export interface TitledSet extends LanguagesOfSet {
  title: string;
  texts?: RowTexts<SetTexts>;
}

export const isText = (shape: RowTextShape | RowTextFields): shape is RowText => 'form' in shape;
export const isList = (shape: RowTextShape | RowTextFields): shape is RowTextList =>
  'most' in shape;
