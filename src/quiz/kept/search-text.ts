import type { DraftQuestion, DraftSet } from '../../protocol/desk.js';
import { SEARCH_MAX_UNITS } from '../../protocol/limits.js';

/** Words that a search looks for; the others are left out. */
const MOST_WORDS = 8;

/** What looks the same is the same: full-width letters, Hangul in pieces, capitals. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Everything of a set in which somebody may look for a word. */
export function searchTextOf({ title, questions }: Pick<DraftSet, 'title' | 'questions'>): string {
  return folded([title, ...questions.flatMap(textsOf)].join('\n'));
}

function textsOf(draft: DraftQuestion): string[] {
  const { quiz, choices = [], places = [], from = '', to = '' } = draft;
  return [quiz, ...choices, ...places.map(({ name }) => name), from, to];
}

/** A pattern of LIKE for one label in a list of them as JSON. */
export function labelPattern(label: string): string {
  return `%${escaped(JSON.stringify(label))}%`;
}

/** A pattern of LIKE, with `\` as its escape, for each word of a search; all of them have to be there. */
export function likePatterns(search: string): string[] {
  return folded(search.slice(0, SEARCH_MAX_UNITS))
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '' && !/\p{Cs}/u.test(word))
    .slice(0, MOST_WORDS)
    .map((word) => `%${escaped(word)}%`);
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
