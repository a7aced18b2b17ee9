/** The texts of rows in further languages (R30): what is wrong in them, and what of them is played. */
import type { DraftItem, DraftQuestion, DraftRow } from '../../protocol/desk.js';
import {
  isList,
  isText,
  QUESTION_TEXTS,
  textFieldsOf,
  type ItemTexts,
  type QuestionTexts,
  type RowText,
  type RowTextFields,
  type RowTexts,
  type RowTextShape,
  type SetTexts,
} from '../../protocol/row-texts.js';
import {
  canonicalLanguage,
  inLanguage,
  type LanguagesOfSet,
  type SetLanguage,
} from '../../protocol/set-languages.js';
import { MAX_TEXT_LANGUAGES } from '../../protocol/limits.js';
import { cleanLines, cleanText, type TextBounds } from '../../protocol/text.js';
import { hasMixedLetters } from '../kinds/mixed-letters.js';
import { formOf } from '../kinds/spelling.js';
import type { Tell } from '../kinds/own/rules.js';
import type { FaultsWords } from '../../i18n/made/types.js';
import type { Question } from './quiz-set.js';

type Clean = (raw: string, bounds: TextBounds) => string | undefined;

/** A text of one line; what a row of a file has in its place becomes one. */
export const oneLine: Clean = (raw, bounds) => cleanText(raw.replace(/[\t\r\n]+/g, ' '), bounds);

export function boundedFault(
  say: FaultsWords,
  raw: string,
  bounds: TextBounds,
  clean: Clean,
): string | undefined {
  if (clean(raw, bounds) !== undefined) return undefined;
  const most = { ...bounds, maxGraphemes: Infinity, maxUnits: Infinity };
  return clean(raw, most) === undefined
    ? say.notShowable
    : say.longerThan({ characters: bounds.maxGraphemes });
}

/** The text as it is shown; undefined where it is empty, or breaks a rule. */
function cleaned(raw: string, { form, bounds }: RowText): string | undefined {
  return (form === 'lines' ? cleanLines : oneLine)(raw, bounds) || undefined;
}

/** Tells what is wrong in a text; nothing in one that is empty, and falls back to the main language. */
export function faultIn(
  say: FaultsWords,
  raw: string,
  { form, bounds }: RowText,
): string | undefined {
  const fault = boundedFault(say, raw, bounds, form === 'lines' ? cleanLines : oneLine);
  if (fault !== undefined || form !== 'spelling') return fault;
  return hasMixedLetters(raw) ? say.mixedLetters : undefined;
}

/** Tells of each text in a further language that breaks the bounds of its field. */
export function textFaults(
  say: FaultsWords,
  { kind, texts = {} }: DraftRow,
  tell: (language: SetLanguage) => Tell,
): void {
  for (const [language, own] of Object.entries<QuestionTexts>(texts)) {
    readEach(textFieldsOf(kind), own, (raw, text, field, index) => {
      tell(language)(field, faultIn(say, raw, text), index);
      return undefined;
    });
    for (const field of SPELLINGS)
      if (Object.hasOwn(textFieldsOf(kind), field) && hasManySpellings(own, field))
        tell(language)(field, MANY[field](say));
  }
}

const SPELLINGS = ['accepted', 'wrong'] as const;
const MANY = {
  accepted: (say: FaultsWords) => say.manySpellings({ most: QUESTION_TEXTS.accepted.most }),
  wrong: (say: FaultsWords) => say.manyWrong({ most: QUESTION_TEXTS.wrong.most }),
};

/** Whether more are written in a language than in the main one (R30.3). */
export function hasManySpellings(own: QuestionTexts, field: (typeof SPELLINGS)[number]): boolean {
  const filled = (own[field] ?? []).filter((text) => text.trim() !== '');
  return filled.length > QUESTION_TEXTS[field].most;
}

/** The texts of an item as they are played; to be spread. */
export function playedTexts({ kind, texts = {} }: DraftItem): { texts?: RowTexts<ItemTexts> } {
  const played = Object.entries(texts).flatMap(([language, own]) => {
    const read = readEach(textFieldsOf(kind), own, cleaned) as ItemTexts;
    return Object.keys(read).length === 0 ? [] : [[language, read] as const];
  });
  return played.length === 0 ? {} : { texts: Object.fromEntries(played) };
}

/** The texts of a question that its kind has, as an author wrote them; to be spread. */
export function ownTexts({ kind, texts }: DraftQuestion): Pick<DraftQuestion, 'texts'> {
  if (texts === undefined) return {};
  const fields = textFieldsOf(kind);
  const own: RowTexts<QuestionTexts> = {};
  for (const [language, all] of Object.entries(texts))
    own[language] = Object.fromEntries(
      Object.entries<unknown>(all).filter(([field]) => Object.hasOwn(fields, field)),
    );
  return { texts: own };
}

/** The spellings of a `typed` question in all its languages: those of the main one first, each once. */
export function spellingsOf(
  question: Pick<DraftQuestion, 'accepted' | 'wrong' | 'texts'>,
  field: 'accepted' | 'wrong',
): string[] {
  const others = Object.values(question.texts ?? {}).flatMap((texts) => texts[field] ?? []);
  const all = [...(question[field] ?? []), ...others].filter((text) => text.trim() !== '');
  const forms = new Set<string>();
  return all.filter((text) => forms.size < forms.add(formOf(text)).size);
}

/**
 * A question of another set as one of this set (R30.10): in its main language where the question has that, and with its
 * texts in its further ones. What is right in any language of the other set stays right.
 */
export function questionIn(
  { language: main, languages = [] }: LanguagesOfSet,
  question: Question,
  from: SetLanguage,
): Question {
  const { texts = {} } = question;
  const own = texts[main];
  if (own === undefined || from === main) return withLanguages(question, languages);
  const fields = textFieldsOf(question.kind);
  const before = readEach(fields, question, (raw) => raw) as QuestionTexts;
  const changed = withLanguages(
    { ...inLanguage(question, main), texts: { ...texts, [from]: before } },
    languages,
  );
  if (!('accepted' in changed)) return changed;
  const all = (field: 'accepted' | 'wrong'): string[] =>
    spellingsOf({ [field]: [...(own[field] ?? [])], texts: { all: before, ...texts } }, field);
  const wrong = all('wrong');
  return { ...changed, accepted: all('accepted'), ...(wrong.length > 0 && { wrong }) };
}

/** The titles of a set in these languages, without those that are empty; to be spread. */
export function titlesIn(
  texts: RowTexts<SetTexts> | undefined,
  languages: readonly SetLanguage[],
): { texts?: RowTexts<SetTexts> } {
  if (texts === undefined) return {};
  // It may have none of them.
  const { texts: named } = withLanguages<{ texts?: typeof texts }>({ texts }, languages);
  const filled = Object.entries(named ?? {}).filter(([, { title = '' }]) => title !== '');
  return filled.length === 0 ? {} : { texts: Object.fromEntries(filled) };
}

/** A row with its texts in these languages alone; as it is where it has too many to look at, for which it is refused. */
export function withLanguages<T extends object>(row: T, languages: readonly SetLanguage[]): T {
  const { texts, ...rest } = row as T & { texts?: unknown };
  if (typeof texts !== 'object' || texts === null) return row;
  if (Object.keys(texts).length > MAX_TEXT_LANGUAGES) return row;
  const named: Record<SetLanguage, unknown> = {};
  for (const [tag, own] of Object.entries<unknown>({ ...texts })) {
    const language = canonicalLanguage(tag);
    if (language !== undefined && languages.includes(language)) named[language] = own;
  }
  return (Object.keys(named).length === 0 ? rest : { ...rest, texts: named }) as T;
}

type Read = (raw: string, text: RowText, field: string, index?: number) => string | undefined;

/** Reads each text of `value`, which has the form of `shape`; without what becomes of none. */
function readEach(
  shape: RowTextShape | RowTextFields,
  value: unknown,
  read: Read,
  field = '',
  index?: number,
): unknown {
  if (isText(shape))
    return typeof value === 'string' ? read(value, shape, field, index) : undefined;
  if (isList(shape)) {
    if (!Array.isArray(value)) return undefined;
    return value.map((one, n) => readEach(shape.one, one, read, field, n) ?? '');
  }
  const fields = value as Record<string, unknown> | undefined;
  const there = Object.entries(shape).flatMap(([name, inner]) => {
    const one = readEach(inner, fields?.[name], read, field || name, index);
    return one === undefined ? [] : [[name, one]];
  });
  return Object.fromEntries(there);
}
