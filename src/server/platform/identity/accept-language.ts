/** The one of some languages that somebody reads best, as `Accept-Language` tells it (RFC 9110, 12.5.4). */
import { LRUCache } from 'lru-cache';
import { LANGUAGES } from '../../../i18n/made/languages.js';

/** Browsers send some dozens of characters; what stands behind these is not read. */
const MAX_UNITS = 1_000;
const MAX_ITEMS = 20;
/** Bound of the ranges that can be read, as looking up how one is written takes time. */
const MAX_RANGES = 6;
const RANGE = /^(?:[a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)$/i;
/** Halls have few browsers and languages; whoever makes up more pays for each by reading it. */
const KEPT = { max: 500, maxSize: 100_000 };
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * Chooses by a header: the first language where none of them is asked for. The last one is the pseudo-language, which
 * only who names it gets.
 */
export function languageChooser<T extends string>(
  languages: readonly [T, ...T[]],
): (header: string) => T {
  const [usual] = languages;
  const exact = new Map(languages.map((one) => [one.toLowerCase(), one]));
  const byWriting = new Map(languages.slice(0, -1).map((one) => [writingOf(one), one]));
  const choose = (header: string): T => {
    for (const range of rangesIn(header)) {
      if (range === '*') return usual;
      // Another region is understood, and another script is not read.
      const found = exact.get(range.toLowerCase()) ?? byWriting.get(writingOf(range));
      if (found !== undefined) return found;
    }
    return usual;
  };
  const chosen = new LRUCache<string, T>({
    ...KEPT,
    sizeCalculation: (_, { length }) => length + 1,
  });
  return (header) => {
    const known = chosen.get(header);
    if (known !== undefined) return known;
    const language = choose(header);
    if (header.length <= MAX_UNITS) chosen.set(header, language);
    return language;
  };
}

export const bestLanguage = languageChooser(LANGUAGES);

/** The tags that a header asks for, the best first; an item that cannot be read is left out. */
function rangesIn(header: string): string[] {
  const items = header.slice(0, MAX_UNITS).split(',', MAX_ITEMS + 1);
  // The bound may have cut the last one in two.
  if (header.length > MAX_UNITS) items.pop();
  return items
    .slice(0, MAX_ITEMS)
    .flatMap((item) => {
      const [range = '', weight = 'q=1'] = item.split(';', 2).map((part) => part.trim());
      const quality = Number(QUALITY.exec(weight)?.[1] ?? 0);
      return quality > 0 && RANGE.test(range) ? [{ range, quality }] : [];
    })
    .slice(0, MAX_RANGES)
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}

/** Language and script: `pt Latn` of `pt`, `zh Hant` of `zh-TW`, and nothing of a text that is no tag. */
function writingOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language} ${script}`;
  } catch {
    return '';
  }
}
