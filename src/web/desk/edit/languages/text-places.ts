/** The texts of a row one by one, each with the one in a further language of the set (R30.2). */
import type { DraftRow, DraftSet } from '../../../../protocol/desk.js';
import { isItem } from '../../../../protocol/programme.js';
import {
  isList,
  isText,
  SET_TEXTS,
  textFieldsOf,
  type RowText,
  type RowTextFields,
  type RowTextShape,
} from '../../../../protocol/row-texts.js';
import { inLanguage, type SetLanguage } from '../../../../protocol/set-languages.js';
import { spellingsOf } from '../../../../game/shared/row-texts.js';

export type TextPath = readonly (string | number)[];

export interface TextPlace {
  /** By names and places in lists from the row on, such as `choices`, 2. */
  path: TextPath;
  text: RowText;
  /** Empty where the main language has none, and players see none (R30.2). */
  main: string;
  own: string;
  /** Players see the main text instead. */
  isMissing: boolean;
}

/** In the order of the form: the explanation comes last. */
export function textPlaces(row: DraftRow, language: SetLanguage): TextPlace[] {
  const { explanation, ...fields } = textFieldsOf(row.kind);
  const own = (row.texts as Record<string, unknown> | undefined)?.[language];
  return placesIn({ ...fields, ...(explanation && { explanation }) }, row, own, []);
}

/** The title of a set, likewise. */
export const titlePlaces = (
  set: Pick<DraftSet, 'title' | 'texts'>,
  language: SetLanguage,
): TextPlace[] => placesIn(SET_TEXTS, set, set.texts?.[language], []);

/** Rows are never changed in place, and of 200 each key changes one. */
const counted = new WeakMap<DraftRow, Map<SetLanguage, number>>();

export function missingIn(row: DraftRow, language: SetLanguage): number {
  const counts = counted.get(row) ?? new Map<SetLanguage, number>();
  counted.set(row, counts);
  const count =
    counts.get(language) ?? textPlaces(row, language).filter((place) => place.isMissing).length;
  counts.set(language, count);
  return count;
}

function placesIn(
  shape: RowTextShape | RowTextFields,
  main: unknown,
  own: unknown,
  path: TextPath,
): TextPlace[] {
  if (isText(shape)) {
    const place = { path, text: shape, main: textOf(main), own: textOf(own) };
    const isSeen = isSpelling(shape) || `${place.main}${place.own}`.trim() !== '';
    return isSeen ? [{ ...place, isMissing: isMissing(place.main, place.own) }] : [];
  }
  if (!isList(shape))
    return Object.entries(shape).flatMap(([name, inner]) =>
      placesIn(inner, at(main, name), at(own, name), [...path, name]),
    );
  const { one, most } = shape;
  const [mains, owns] = [listOf(main), listOf(own)];
  const inEach = (count: number): TextPlace[] =>
    Array.from({ length: count }, (_, n) => placesIn(one, mains[n], owns[n], [...path, n])).flat();
  if (!isText(one) || !isSpelling(one)) return inEach(mains.length);
  // Each language has spellings of its own, with room for one more, and one that is right is enough.
  const written = owns.filter((spelling) => textOf(spelling).trim() !== '').length;
  const count = Math.max(mains.length, owns.length, Math.min(most, written + 1));
  const needsOne = path[0] === 'accepted' && written === 0;
  return inEach(count).map((place, n) => ({
    ...place,
    isMissing: place.isMissing && needsOne && n === 0,
  }));
}

const isSpelling = ({ form }: RowText): boolean => form === 'spelling';

/** Digits and signs are the same in all languages. */
const isMissing = (main: string, own: string): boolean => own.trim() === '' && /\p{L}/u.test(main);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}

/** The texts of a row with another one in this place; undefined where none is left. */
export function withText(
  { texts }: DraftRow,
  language: SetLanguage,
  path: TextPath,
  text: string,
): DraftRow['texts'] {
  const own = (texts as Record<string, unknown> | undefined)?.[language];
  return inAll(texts, language, placed(own, path, text));
}

/** The titles of a set with another one. */
export const withTitle = (
  { texts }: Pick<DraftSet, 'texts'>,
  language: SetLanguage,
  text: string,
): NonNullable<DraftSet['texts']> => {
  const own = placed(texts?.[language], ['title'], text);
  return (inAll(texts, language, own) ?? {}) as NonNullable<DraftSet['texts']>;
};

/** The texts of a row with others in one language, where there are any. */
export function inAll(
  texts: DraftRow['texts'],
  language: SetLanguage,
  own: unknown,
): DraftRow['texts'] {
  const { [language]: _, ...others } = (texts ?? {}) as Record<string, unknown>;
  const all = own === undefined ? others : { ...others, [language]: own };
  return Object.keys(all).length === 0 ? undefined : (all as DraftRow['texts']);
}

/** `value` with a text at the end of the path; without what is empty then, undefined where all is. */
function placed(value: unknown, [key, ...rest]: TextPath, text: string): unknown {
  if (key === undefined) return text === '' ? undefined : text;
  const inner = placed(at(value, key), rest, text);
  if (typeof key === 'number') {
    const none = rest.length === 0 ? '' : {};
    const list = [...listOf(value)];
    while (list.length <= key) list.push(none);
    return trimmedList(list.with(key, inner ?? none));
  }
  const { [key]: _, ...others } = (value ?? {}) as Record<string, unknown>;
  const all = inner === undefined ? others : { ...others, [key]: inner };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** Without what is empty at its end; undefined where nothing is left. */
export function trimmedList(list: readonly unknown[]): unknown[] | undefined {
  const isEmpty = (one: unknown) =>
    one === '' ||
    one === undefined ||
    (typeof one === 'object' && Object.keys(one ?? {}).length === 0);
  const end = list.findLastIndex((one) => !isEmpty(one)) + 1;
  return end === 0 ? undefined : list.slice(0, end);
}

/** A row as players of this language see it; what is right in any language is right in it (R30.5). */
export function rowIn(row: DraftRow, language: SetLanguage): DraftRow {
  const shown: DraftRow = inLanguage<DraftRow>(row, language);
  if (isItem(row) || isItem(shown) || !Object.hasOwn(textFieldsOf(row.kind), 'accepted'))
    return shown;
  const own = row.texts?.[language] ?? {};
  const { accepted = [], wrong = [], texts = {} } = row;
  const all = { main: { accepted, wrong }, ...texts };
  return {
    ...shown,
    accepted: spellingsOf({ accepted: own.accepted ?? [], texts: all }, 'accepted'),
    wrong: spellingsOf({ wrong: own.wrong ?? [], texts: all }, 'wrong'),
  };
}
