/** Character rules for names, titles and chat (R1.4, R8.1). */

// Controls, lone surrogates, line and paragraph separators, bidi embeddings, overrides and isolates.
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
// Not format characters, spaces, marks without a base, fillers, the empty Braille cell: they draw nothing.
const VISIBLE = /[^\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Burmese has five marks on a letter, biblical Hebrew four; more only cover what stands around. */
const MAX_MARKS = 6;
const PILE = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');

/** Made at first use: browsers without it load this file as well. */
let graphemes: Intl.Segmenter | undefined;

/** Counts user-perceived characters, but no further than `max + 1`. */
function countGraphemes(text: string, max: number): number {
  let count = 0;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const _ of graphemes.segment(text)) if (++count > max) break;
  return count;
}

export interface TextBounds {
  maxGraphemes: number;
  maxUnits: number;
}

/** Whether more marks follow each other than any script needs. */
export function hasPileOfMarks(text: string): boolean {
  return PILE.test(text);
}

/** Texts are normalised that are longer than their bound: a syllable is written in up to three pieces. */
const PIECES = 3;
/** Latin letters and syllables, of which most texts are: every normal form leaves them as they are. */
const PLAIN = /^[\x20-\x7E\uAC00-\uD7A3]*$/;

export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Whether folding a text takes no longer than its bound says. To be asked before anything normalises what somebody
 * else wrote, and in this order: the time to normalise marks grows with the square of their number, and NFKC makes
 * up to 18 characters of one.
 */
export function canFold(text: string, maxUnits: number): boolean {
  const most = PIECES * maxUnits;
  if (text.length > most) return false;
  return isPlain(text) || (!hasPileOfMarks(text) && text.normalize('NFKC').length <= most);
}

/** NFKC, to compare by; a text stays as it is where it cannot be folded. */
export function foldText(text: string, maxUnits: number): string {
  return canFold(text, maxUnits) ? text.normalize('NFKC') : text;
}

const normalForm = (text: string): string => text.normalize('NFC');

/** Trims and normalises (NFC); an empty string stays empty. Returns undefined where the text breaks a rule. */
export function cleanText(
  raw: string,
  bounds: TextBounds,
  normalize = normalForm,
): string | undefined {
  if (!canFold(raw, bounds.maxUnits)) return undefined;
  const trimmed = raw.trim();
  if (trimmed === '') return '';
  if (FORBIDDEN.test(trimmed)) return undefined;
  const text = normalize(trimmed);
  if (text.length > bounds.maxUnits || !VISIBLE.test(text)) return undefined;
  // A grapheme has at least one unit, so short texts need no segmenting.
  if (
    text.length > bounds.maxGraphemes &&
    countGraphemes(text, bounds.maxGraphemes) > bounds.maxGraphemes
  )
    return undefined;
  return text;
}

/** The same of a text of several lines. Of empty ones, only those between others stay. */
export function cleanLines(raw: string, bounds: TextBounds): string | undefined {
  if (!canFold(raw, bounds.maxUnits)) return undefined;
  const lines = raw
    .replace(/\t/g, ' ')
    .split(/\r\n|\r|\n/)
    .map((line) => cleanText(line, bounds));
  if (lines.includes(undefined)) return undefined;
  const text = lines.join('\n').trim();
  const isShort =
    text.length <= bounds.maxGraphemes ||
    (text.length <= bounds.maxUnits &&
      countGraphemes(text, bounds.maxGraphemes) <= bounds.maxGraphemes);
  return isShort ? text : undefined;
}
