/** Whether a text is meant as another one (R16.15): equal whatever its case, spaces and signs, or with one slip. */
import { MASK } from '../../protocol/moderation.js';
import type { RightTexts, Solution } from '../../protocol/question.js';

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const SPACES = /[\p{Z}\s]/gu;
const SIGNS = /[\p{P}\u2212]/gu;
const MINUS = /[-\u2012\u2013\u2212]/;
/** Stays a sign of its own, as the point of a decimal number does. */
const KEPT_MINUS = '\u2212';
const DIGIT = /^\p{Nd}/u;
/** A point or comma before these divides thousands. */
const THREE_DIGITS = /^\p{Nd}{3}(?!\p{Nd})/u;
const LATIN = /\p{Script=Latin}/gu;
const SYLLABLE = /[\uAC00-\uD7A3]/g;

/** A text with fewer letters has no slips. */
const LEAST_LATIN = 5;
const LEAST_SYLLABLES = 3;

const FIRSTS = Array.from('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ');
const MIDDLES = Array.from('ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ');
const LASTS = Array.from('ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ');

/** Hangul letters by where they stand in a syllable, as Unicode numbers them. */
const JAMO: ReadonlyMap<string, string> = new Map(
  [
    [0x1100, FIRSTS],
    [0x1161, MIDDLES],
    [0x11a8, LASTS],
  ].flatMap(([first, letters]) =>
    (letters as string[]).map((letter, n) => [String.fromCodePoint((first as number) + n), letter]),
  ),
);

/** Texts that are equal but for case, spaces and signs have one form, of Hangul letter by letter. */
export function formOf(text: string): string {
  return lettersOf(plainOf(text)).join('');
}

/** Composed, and without what does not count. */
function plainOf(text: string): string {
  const even = text.normalize('NFKC').replace(INVISIBLE, '');
  // By way of capitals, so that ß is ss.
  const oneCase = even.toUpperCase().toLowerCase().normalize('NFKC');
  const bare = oneCase.replace(SIGNS, (sign, at: number) => keptSign(oneCase, sign, at));
  // A text of nothing but signs is those.
  return bare.replace(SPACES, '') || oneCase.replace(SPACES, '');
}

/** 1,000 is 1000, but 1.5 is not 15, and -5 is not 5. */
function keptSign(text: string, sign: string, at: number): string {
  const after = text.slice(at + sign.length);
  if (!DIGIT.test(after)) return '';
  const before = text[at - 1] ?? ' ';
  if (MINUS.test(sign)) return /[\s(]/.test(before) ? KEPT_MINUS : '';
  const isPoint = (sign === '.' || sign === ',') && DIGIT.test(before);
  return isPoint && !THREE_DIGITS.test(after) ? '.' : '';
}

function lettersOf(plain: string): string[] {
  return Array.from(plain.normalize('NFD')).map((letter) => JAMO.get(letter) ?? letter);
}

interface Spelling {
  letters: readonly string[];
  /** Whether it is long enough to be known with a slip. */
  maySlip: boolean;
}

function spellingOf(text: string): Spelling {
  const plain = plainOf(text);
  const count = (letters: RegExp): number => plain.match(letters)?.length ?? 0;
  const maySlip = count(LATIN) >= LEAST_LATIN || count(SYLLABLE) >= LEAST_SYLLABLES;
  return { letters: lettersOf(plain), maySlip };
}

/**
 * Tells of forms whether they are meant as a right answer: as one of its spellings, or with one slip unless the author
 * says that it is wrong. To be made once for many forms.
 */
export function meansRight({ accepted, wrong = [] }: RightTexts): (form: string) => boolean {
  const spellings = accepted.map(spellingOf);
  const right = new Set(spellings.map(({ letters }) => letters.join('')));
  const listed = new Set(wrong.map(formOf));
  const slipping = spellings.filter(({ maySlip }) => maySlip);
  return (form) => {
    if (right.has(form)) return true;
    if (listed.has(form)) return false;
    const written = Array.from(form);
    return slipping.some(({ letters }) => isOneSlip(letters, written));
  };
}

/** Tells of texts whether they are right; none is where nothing can be, nor what is masked. To be made once for many. */
export function rightText(solution: Solution | null | undefined): (text: string) => boolean {
  if (solution?.kind !== 'text') return () => false;
  const isMeant = meansRight(solution);
  return (text) => !text.includes(MASK) && isMeant(formOf(text));
}

/** Whether one letter is left out, put in, another one, or changes places with its neighbour; digits never do. */
export function isOneSlip(meant: readonly string[], written: readonly string[]): boolean {
  const longer = Math.max(meant.length, written.length);
  const difference = written.length - meant.length;
  if (Math.abs(difference) > 1) return false;
  let from = 0;
  while (from < longer && meant[from] === written[from]) from++;
  if (from === longer) return false;
  const [slip, rest] = difference > 0 ? [[written[from]], meant] : [[meant[from]], written];
  if (difference !== 0) {
    const whole = difference > 0 ? written : meant;
    return isSame(whole, from + 1, rest, from) && !slip.some(isDigit);
  }
  const [one, other] = [meant[from], written[from]];
  if (isSame(meant, from + 1, written, from + 1)) return ![one, other].some(isDigit);
  const [next, otherNext] = [meant[from + 1], written[from + 1]];
  const isSwap = one === otherNext && next === other && isSame(meant, from + 2, written, from + 2);
  return isSwap && ![one, next].some(isDigit);
}

/** Whether the ends of two lists are the same. */
function isSame(
  one: readonly string[],
  from: number,
  other: readonly string[],
  otherFrom: number,
): boolean {
  if (one.length - from !== other.length - otherFrom) return false;
  for (let n = from; n < one.length; n++) if (one[n] !== other[n - from + otherFrom]) return false;
  return true;
}

const isDigit = (letter: string | undefined): boolean => letter !== undefined && DIGIT.test(letter);
