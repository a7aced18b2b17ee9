import type { DraftRow, DraftSet } from '../../../protocol/desk.js';
import { DRAFT_TEXT_MAX_UNITS, SEARCH_MAX_UNITS } from '../../../protocol/limits.js';
import { inLanguage } from '../../../protocol/set-languages.js';
import { isItem } from '../../../protocol/programme.js';
import { foldText } from '../../../protocol/text.js';

/** Words that a search looks for; the others are left out. */
const MOST_WORDS = 8;
/** Of a word; the rest of it is left out. */
const MOST_CHARACTERS = 32;
/** Of the text of a set, in UTF-8; the rest of it is not found. */
export const SEARCHED_BYTES = 64 * 1024;

/** What looks the same is the same: full-width letters, Hangul in pieces, capitals. */
function folded(text: string): string {
  return foldText(text, DRAFT_TEXT_MAX_UNITS).toLowerCase();
}

/** What of a set somebody may look for a word in: the first 64 kB. */
export function searchTextOf({
  title,
  texts = {},
  questions,
}: Pick<DraftSet, 'title' | 'texts' | 'questions'>): string {
  const titles = Object.values(texts).map((one) => one.title ?? '');
  let text = [title, ...titles].map(folded).join('\n');
  // To fold what is not kept would take long.
  for (const row of questions)
    for (const more of textsInAll(row))
      if (text.length < SEARCHED_BYTES) text += `\n${folded(more)}`;
  const bytes = Buffer.from(text);
  // A character that is cut in two becomes others.
  return bytes
    .subarray(0, SEARCHED_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '');
}

/** In all its languages, those of the main one first. */
function textsInAll(row: DraftRow): Set<string> {
  const others = Object.keys(row.texts ?? {}).flatMap((tag) => textsOf(inLanguage(row, tag)));
  return new Set([...textsOf(row), ...others]);
}

function textsOf(draft: DraftRow): string[] {
  if (isItem(draft)) {
    const { title = '', text = '', name = '', message = '' } = draft;
    return [title, text, name, message];
  }
  const { quiz, choices = [], pictures = [], places = [], from = '', to = '' } = draft;
  const { accepted = [], wrong = [] } = draft;
  const named = pictures.flatMap(({ text, image }) => [text, image?.alt ?? '']);
  const placed = places.map(({ name }) => name);
  return [quiz, ...choices, ...named, ...placed, from, to, ...accepted, ...wrong];
}

/** A pattern of LIKE for one label in a list of them as JSON. */
export function labelPattern(label: string): string {
  return `%${escaped(JSON.stringify(label))}%`;
}

/** The words of a search; all of them have to be there. */
export function wordsOf(search: string): string[] {
  return folded(search.slice(0, SEARCH_MAX_UNITS))
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '' && !/\p{Cs}/u.test(word))
    .slice(0, MOST_WORDS)
    .map((word) => Array.from(word).slice(0, MOST_CHARACTERS).join(''));
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
