import { canonicalLanguage, type SetLanguage } from '../../../../protocol/set-languages.js';

/** Those that are proposed, which sets have most often first; any other has a tag. */
export const PROPOSED: readonly SetLanguage[] = [
  'en ko ja zh-Hans zh-Hant es fr de pt-BR vi th id ru it hi ar tr pl nl uk pt fil ms mn',
  'uz kk ne km my bn ur fa he cs sk hu ro bg el sv da nb fi et lv lt sl hr sr ca eu gl ga cy sw am ta te',
].flatMap((tags) => tags.split(' '));

/** In the language of the page; the tag itself where that has no name for it. */
export function languageName(tag: SetLanguage, page: string): string {
  return new Intl.DisplayNames(page, { type: 'language' }).of(tag) ?? tag;
}

/** The tag of what somebody wrote: a name in the language of the page or in its own, or a tag; undefined else. */
export function languageNamed(written: string, page: string): SetLanguage | undefined {
  const wanted = written.trim().toLowerCase();
  const named = PROPOSED.find((tag) =>
    [page, tag].some((of) => languageName(tag, of).toLowerCase() === wanted),
  );
  const tag = canonicalLanguage(written.trim());
  // A tag that no browser knows is mostly the code of a country, such as `jp`.
  const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return named ?? (tag !== undefined && known.of(tag) !== undefined ? tag : undefined);
}
