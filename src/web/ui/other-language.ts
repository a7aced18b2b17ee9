import { hasLanguage, type LanguagesOfSet } from '../../protocol/set-languages.js';

/** The language of a set, named in that of the page; undefined where the set has the page's own. */
export function otherLanguage(set: LanguagesOfSet, page: string): string | undefined {
  if (hasLanguage(set, page)) return undefined;
  return new Intl.DisplayNames(page, { type: 'language' }).of(set.language);
}

/** `title` as it stands in a list of sets. */
export function titleInList(title: string, set: LanguagesOfSet, page: string): string {
  const language = otherLanguage(set, page);
  return language === undefined ? title : `${title} · ${language}`;
}
