/** Changes of the languages of a whole set (R30.1). Nothing is changed in place. */
import type { DraftRow, DraftSet, ReadQuestions } from '../../../../protocol/desk.js';
import { withLanguages } from '../../../../game/shared/row-texts.js';
import { MAX_SET_LANGUAGES } from '../../../../protocol/limits.js';
import type { QuestionTexts } from '../../../../protocol/row-texts.js';
import { inLanguage, type SetLanguage } from '../../../../protocol/set-languages.js';
import {
  inAll,
  missingIn,
  textPlaces,
  titlePlaces,
  withText,
  withTitle,
  type TextPlace,
} from './text-places.js';

type InLanguages = Pick<DraftSet, 'language' | 'languages' | 'texts' | 'questions'>;
type Texts = Pick<DraftSet, 'title' | 'texts' | 'questions'>;

/** The main one first. */
export const allLanguages = ({
  language,
  languages = [],
}: Pick<DraftSet, 'language' | 'languages'>): SetLanguage[] => [language, ...languages];

/** As it was where the set has this language, or as many as it may have. */
export function withLanguage<T extends InLanguages>(set: T, tag: SetLanguage): T {
  const all = allLanguages(set);
  if (all.includes(tag) || all.length >= MAX_SET_LANGUAGES) return set;
  return { ...set, languages: [...all.slice(1), tag] };
}

export function withoutLanguage({ languages = [], ...set }: DraftSet, tag: SetLanguage): DraftSet {
  return {
    ...set,
    texts: withTitle(set, tag, ''),
    languages: languages.filter((one) => one !== tag),
    questions: set.questions.map((row) => {
      if (row.texts?.[tag] === undefined) return row;
      const { texts: _, ...rest } = row;
      const texts = inAll(row.texts, tag, undefined);
      return texts === undefined ? rest : { ...rest, texts };
    }),
  };
}

/** Another main language: one of the further ones changes places with it, else the texts stay and are called so. */
export function withMain<T extends InLanguages & { title?: string }>(set: T, tag: SetLanguage): T {
  const { language, languages = [], questions, title = '' } = set;
  if (!languages.includes(tag)) return { ...set, language: tag };
  const own = set.texts?.[tag]?.title?.trim();
  const texts = withTitle({ texts: withTitle(set, tag, '') }, language, title);
  return {
    ...set,
    ...(own && { title: own, texts }),
    language: tag,
    languages: languages.map((one) => (one === tag ? language : one)),
    questions: questions.map((row) => rowWithMain(row, tag, language)),
  };
}

/** A row whose main texts are those of `tag`; `before` was its main language. */
function rowWithMain(row: DraftRow, tag: SetLanguage, before: SetLanguage): DraftRow {
  const own = row.texts?.[tag];
  if (own === undefined) return row;
  const { texts: _, ...main } = inLanguage<DraftRow>(row, tag);
  let texts = inAll(row.texts, tag, undefined);
  for (const { path, main: text } of textPlaces(row, tag))
    texts = withText({ ...row, texts } as DraftRow, before, path, text);
  const { accepted = [], wrong } = own as QuestionTexts;
  return {
    ...main,
    ...(accepted.some((text) => text.trim() !== '') && { accepted }),
    ...(wrong && { wrong }),
    ...(texts && { texts }),
  };
}

/** How many texts the set has in a further language, its title included. */
export const textCount = (set: Texts, tag: SetLanguage): number =>
  [
    ...titlePlaces(set, tag),
    ...set.questions.flatMap((row) => (row.texts?.[tag] === undefined ? [] : textPlaces(row, tag))),
  ].filter(({ own }) => own.trim() !== '').length;

export const isTitleMissing = (set: Texts, tag: SetLanguage): boolean =>
  titlePlaces(set, tag).some((place) => place.isMissing);

export const missingInSet = (set: Texts, tag: SetLanguage): number =>
  set.questions.reduce(
    (count, row) => count + missingIn(row, tag),
    Number(isTitleMissing(set, tag)),
  );

/** Stands in a line for a new one. */
const NEW_LINE = '⏎';

interface ColumnPlace extends TextPlace {
  /** Undefined for the title. */
  id: string | undefined;
}

/** The title and the texts of all rows, in their order; a line of a column belongs to each. */
export function columnOf(set: Texts, tag: SetLanguage, isMissingOnly: boolean): ColumnPlace[] {
  const of = (id: string | undefined, places: TextPlace[]): ColumnPlace[] =>
    places
      .filter(({ main, isMissing }) => (isMissingOnly ? isMissing : main.trim() !== ''))
      .map((place) => ({ ...place, id }));
  return [
    ...of(undefined, titlePlaces(set, tag)),
    ...set.questions.flatMap((row) => of(row.id, textPlaces(row, tag))),
  ];
}

export const lineOf = (text: string): string =>
  text.trim().replace(/\s*[\r\n]+\s*/g, ` ${NEW_LINE} `);

/** The lines of a column; the end of the last one is no line. */
export function columnLines(pasted: string): string[] {
  const lines = pasted.split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The set with a line in each place; an empty one leaves the text as it is. */
export function withColumn(
  set: Texts,
  tag: SetLanguage,
  places: readonly ColumnPlace[],
  lines: readonly string[],
): Pick<DraftSet, 'texts' | 'questions'> {
  const { questions } = set;
  let { texts = {} } = set;
  const changed = new Map(questions.map((row) => [row.id, row]));
  for (const [n, { id, path, text }] of places.entries()) {
    const line = lines[n]?.trim() ?? '';
    if (line === '') continue;
    if (id === undefined) texts = withTitle({ texts }, tag, line);
    const row = changed.get(id ?? '');
    if (row === undefined) continue;
    const written = text.form === 'lines' ? line.replace(/\s*⏎\s*/g, '\n') : line;
    changed.set(row.id, { ...row, texts: withText(row, tag, path, written) } as DraftRow);
  }
  return { texts, questions: questions.map((row) => changed.get(row.id) ?? row) };
}

/** The languages of a set by rows that were read, and these as rows of this set. */
export function takenOver(
  set: InLanguages,
  {
    language,
    languages = [],
    questions,
  }: Pick<ReadQuestions, 'language' | 'languages' | 'questions'>,
): InLanguages {
  if (languages.length === 0) return { ...set, questions };
  if (set.questions.length === 0) return { language, languages, questions };
  const read = languages.includes(set.language)
    ? withMain({ language, languages, questions }, set.language)
    : { language, languages, questions };
  const { languages: further = [], ...rest } = (read.languages ?? []).reduce<InLanguages>(
    withLanguage,
    set,
  );
  return {
    ...rest,
    ...(further.length > 0 && { languages: further }),
    questions: read.questions.map((row) => withLanguages(row, further)),
  };
}
