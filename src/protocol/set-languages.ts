/** The languages of a quiz set, and things that have their texts in several of them. Pages use it as well. */
import { LANGUAGE_MAX_UNITS } from './limits.js';

/** Names of languages have the form of a tag, but codes of languages are short. Browsers name no tag with an extension (`-u-`, `-x-`). */
const CODE = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;

/** A BCP 47 tag in its canonical form, such as `ko` or `pt-BR`. `Language` is one of the pages. */
export type SetLanguage = string;

/** Texts under the names that they have in a thing, as deep as there. What is missing or empty is as in the main language. */
export type Texts = {
  readonly [field: string]: string | Texts | readonly (string | Texts)[] | undefined;
};

/** A thing with the texts that it has in further languages; those of the main language are its own fields. */
export interface InLanguages {
  texts?: Readonly<Record<SetLanguage, Texts>>;
}

/** The main language of a set, and its further ones; missing where there are none. */
export interface LanguagesOfSet {
  language: SetLanguage;
  languages?: SetLanguage[];
}

/** The canonical form of a tag; undefined where it is none, or too long. */
export function canonicalLanguage(tag: unknown): SetLanguage | undefined {
  if (typeof tag !== 'string' || tag.length > LANGUAGE_MAX_UNITS) return undefined;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag);
    const isTag = canonical.length <= LANGUAGE_MAX_UNITS && CODE.test(canonical);
    return isTag ? canonical : undefined;
  } catch {
    return undefined;
  }
}

/** The tag itself, and each that is more general: `zh-Hant-TW`, `zh-Hant`, `zh`. */
function withBases(tag: SetLanguage): SetLanguage[] {
  const parts = tag.split('-');
  return parts.map((_, n) => parts.slice(0, parts.length - n).join('-'));
}

/** The language of a set for who wants `wanted`: that, its base, another one of the same base, or the main one. */
export function languageIn(
  { language, languages = [] }: LanguagesOfSet,
  wanted: SetLanguage,
): SetLanguage {
  const all = [language, ...languages];
  const bases = withBases(wanted);
  const base = bases.find((tag) => all.includes(tag));
  return base ?? all.find((tag) => withBases(tag).at(-1) === bases.at(-1)) ?? language;
}

/** Whether a set has the language `wanted`, or another one of the same base. */
export function hasLanguage(set: LanguagesOfSet, wanted: SetLanguage): boolean {
  return withBases(languageIn(set, wanted)).at(-1) === withBases(wanted).at(-1);
}

/** A thing with its texts in this language of its set, and for what is missing there in the main one. */
export function inLanguage<T extends InLanguages>(thing: T, language: SetLanguage): T {
  const { texts = {}, ...main } = thing;
  // The texts that it has lost may always be missing.
  return (Object.hasOwn(texts, language) ? withTexts(main, texts[language]) : main) as T;
}

/** The title of a set for who wants `wanted`. */
export function titleIn(
  set: LanguagesOfSet & InLanguages & { title: string },
  wanted: SetLanguage,
): string {
  return inLanguage(set, languageIn(set, wanted)).title;
}

/** `main` with other texts; one that `main` does not have is left out. */
function withTexts(main: unknown, texts: unknown): unknown {
  if (typeof main === 'string')
    return main !== '' && typeof texts === 'string' && texts !== '' ? texts : main;
  if (!isObject(main) || !isObject(texts) || Array.isArray(main) !== Array.isArray(texts))
    return main;
  if (Array.isArray(main)) return main.map((one, n): unknown => withTexts(one, texts[n]));
  const others = Object.keys(texts).filter((field) => Object.hasOwn(main, field));
  return {
    ...main,
    ...Object.fromEntries(others.map((field) => [field, withTexts(main[field], texts[field])])),
  };
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

/** Makes something of a thing, with its texts in each language in which they are others. */
export function inEach<T extends InLanguages, Made extends object>(
  thing: T,
  make: (thing: T) => Made,
): Made & InLanguages {
  const { texts = {}, ...main } = thing;
  const made = make(main as T);
  const others = Object.keys(texts).flatMap((tag): [SetLanguage, Texts][] => {
    const differing = differences(made, make(inLanguage(thing, tag)));
    return differing === undefined ? [] : [[tag, differing as Texts]];
  });
  return others.length === 0 ? made : { ...made, texts: Object.fromEntries(others) };
}

type Differing = string | Texts | readonly (string | Texts)[] | undefined;

/** The texts of `other` that are not those of `main`, by which `inLanguage` makes it of `main`. */
function differences(main: unknown, other: unknown): Differing {
  if (typeof main === 'string' && typeof other === 'string')
    return other === main ? undefined : other;
  if (!isObject(main) || !isObject(other)) return undefined;
  if (Array.isArray(main)) {
    const all = main.map((one, n) => differences(one, other[n]) as string | Texts | undefined);
    const filled = all.slice(0, all.findLastIndex((one) => one !== undefined) + 1);
    if (filled.length === 0) return undefined;
    return filled.map((one, n) => one ?? (typeof main[n] === 'string' ? '' : {}));
  }
  const fields = Object.keys(main).flatMap((field) => {
    const differing = differences(main[field], other[field]);
    return differing === undefined ? [] : [[field, differing]];
  });
  return fields.length === 0 ? undefined : (Object.fromEntries(fields) as Texts);
}
