/** Which of our languages somebody reads best, as `Accept-Language` tells it (RFC 9110, 12.5.4). */
import { LANGUAGES } from '../../../i18n/made/languages.js';
import type { Language } from '../../../protocol/http.js';

/** Browsers send some dozens of characters; what is behind these is not read. */
const MAX_UNITS = 1_000;
const MAX_RANGES = 20;
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

const [SOURCE] = LANGUAGES;
/** Without the last one, which is the pseudo-language: only who names it gets it. */
const BY_WRITING = new Map(LANGUAGES.slice(0, -1).map((one) => [writingOf(one), one]));

/** The best one for a header, and English for who reads none of them. */
export function bestLanguage(header: string): Language {
  for (const range of rangesIn(header)) {
    const language = languageFor(range);
    if (language !== undefined) return language;
  }
  return SOURCE;
}

/** What the header asks for, the best first; what cannot be read is left out. */
function rangesIn(header: string): string[] {
  const items = header.slice(0, MAX_UNITS).split(',', MAX_RANGES);
  // The bound may have cut the last one in two.
  if (header.length > MAX_UNITS && items.length < MAX_RANGES) items.pop();
  return items
    .flatMap((item) => {
      const [range = '', weight = 'q=1'] = item.split(';', 2).map((part) => part.trim());
      const quality = Number(QUALITY.exec(weight)?.[1] ?? 0);
      return quality > 0 ? [{ range, quality }] : [];
    })
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}

/** That of the same language and script: another region is understood, another script is not read. */
function languageFor(range: string): Language | undefined {
  if (range === '*') return SOURCE;
  const same = LANGUAGES.find((one) => one.toLowerCase() === range.toLowerCase());
  if (same !== undefined) return same;
  return BY_WRITING.get(writingOf(range));
}

/** Of `pt` it is `pt Latn`, of `zh-TW` `zh Hant`, and of what is no tag of a language nothing. */
function writingOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language} ${script}`;
  } catch {
    return '';
  }
}
