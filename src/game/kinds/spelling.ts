/** Whether a text is meant as another one (R16.15): equal whatever its case, spaces and signs, or with one slip. */
import { ANSWER_BOUNDS } from '../../protocol/limits.js';
import { MASK } from '../../protocol/moderation.js';
import type { RightTexts, Solution } from '../../protocol/question.js';
import { canFold } from '../../protocol/text.js';

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const SPACES = /[\p{Z}\s]/gu;
const SIGNS = /[\p{P}\u2212\u2215]/gu;
const MINUS = /[-\u2012\u2013\u2212]/;
/** Stays a sign of its own, as the point of a decimal number does. */
const KEPT_MINUS = '\u2212';
/** Stands between the figures of a fraction, as NFKC has it. */
const FRACTION = '\u2044';
const SLASH = /[/\u2215]/;
const DIGIT = /^\p{Nd}/u;
const ENDS_WITH_DIGIT = /\p{Nd}$/u;
const ENDS_WITH_WORD = /[\p{L}\p{N}\p{M}]$/u;
/** A minus stands before one of these. */
const VALUE = /^[.([]*[\p{L}\p{N}\p{S}]/u;
/** A point or comma before these divides thousands. */
const THREE_DIGITS = /^\p{Nd}{3}(?!\p{Nd})/u;
const LATIN = /\p{Script=Latin}/gu;
const SYLLABLE = /[\uAC00-\uD7A3]/g;

/** Roman numbers stand alone; of one letter they are those that people count with. */
const ROMAN = /(?<![\p{L}\p{N}\p{M}])([ivxlcdm]{2,}|[ivx])(?![\p{L}\p{N}\p{M}])/u;
const ROMAN_LETTER = /^[ivxlcdm]$/;

/** A text with fewer letters has no slips. */
const LEAST_LATIN = 5;
const LEAST_SYLLABLES = 3;
/** Nor has one with more letters: those of 40 syllables. */
const MOST_LETTERS = 120;

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

/** How many forms are remembered, by text: those of a large room with three words each. */
const MOST_KNOWN = 8_192;
const knownForms = new Map<string, string>();

/**
 * Texts that are equal but for case, spaces and signs have one form, of Hangul letter by letter. The forms of short
 * texts are remembered, as a bell asks for each several times.
 */
export function formOf(text: string): string {
  const known = knownForms.get(text);
  if (known !== undefined) return known;
  // A text that cannot be folded stays as it is. Nobody can write it: a draft has it, and is told so.
  const form = canFold(text, ANSWER_BOUNDS.maxUnits) ? lettersOf(plainOf(text)).join('') : text;
  if (text.length > ANSWER_BOUNDS.maxUnits) return form;
  if (knownForms.size >= MOST_KNOWN) knownForms.clear();
  knownForms.set(text, form);
  return form;
}

/** Without what does not count. */
function plainOf(text: string): string {
  const even = evenOf(text);
  // A text of nothing but signs is those.
  return bareOf(even) || even.replace(SPACES, '');
}

/** Composed, and in one case. */
function evenOf(text: string): string {
  const composed = text.normalize('NFKC').replace(INVISIBLE, '');
  // By way of capitals, so that ß is ss, and of small letters before, so that its capital is, too.
  return composed.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** A piece of an even text, from `from` on, without spaces and the signs that do not count. */
function bareOf(even: string, piece = even, from = 0): string {
  const counted = piece.replace(SIGNS, (sign, at: number) => keptSign(even, sign, from + at));
  return counted.replace(SPACES, '');
}

/** 1,000 is 1000, but 1.5 is not 15, -5 is not 5, and 1/2 is not 12. */
function keptSign(text: string, sign: string, at: number): string {
  const after = text.slice(at + sign.length);
  const before = text.slice(0, at);
  if (MINUS.test(sign)) return VALUE.test(after) && !endsWithWord(before) ? KEPT_MINUS : '';
  if (SLASH.test(sign))
    return DIGIT.test(after.trimStart()) && endsWithDigit(before.trimEnd()) ? FRACTION : '';
  if ((sign !== '.' && sign !== ',') || !DIGIT.test(after)) return '';
  if (endsWithDigit(before)) return THREE_DIGITS.test(after) ? '' : '.';
  return sign === '.' && !endsWithWord(before) && !before.endsWith('.') ? '0.' : '';
}

/** Both look at the last two units, as a letter may have as many. */
const endsWithWord = (text: string): boolean => ENDS_WITH_WORD.test(text.slice(-2));
const endsWithDigit = (text: string): boolean => ENDS_WITH_DIGIT.test(text.slice(-2));

function lettersOf(plain: string): string[] {
  return Array.from(plain.normalize('NFD')).map((letter) => JAMO.get(letter) ?? letter);
}

interface Spelling {
  letters: readonly string[];
  /** Where the letters of Roman numbers stand. */
  romans: ReadonlySet<number>;
}

/** A spelling with its Roman numbers; undefined where it is too short, or too long, to be known with a slip. */
function slippingOf(text: string): Spelling | undefined {
  if (!canFold(text, ANSWER_BOUNDS.maxUnits)) return undefined;
  const even = evenOf(text);
  const count = (counted: RegExp): number => even.match(counted)?.length ?? 0;
  if (count(LATIN) < LEAST_LATIN && count(SYLLABLE) < LEAST_SYLLABLES) return undefined;
  const letters: string[] = [];
  const romans = new Set<number>();
  let from = 0;
  for (const [n, piece] of even.split(ROMAN).entries()) {
    for (const letter of lettersOf(bareOf(even, piece, from))) {
      // Every second piece is a number.
      if (n % 2 === 1) romans.add(letters.length);
      letters.push(letter);
    }
    from += piece.length;
  }
  return { letters, romans };
}

/**
 * Tells of forms whether they are meant as a right answer: as one of its spellings, or with one slip unless the author
 * says that it is wrong. What it has told is remembered as long as the answer is the same.
 */
export function meansRight(right: RightTexts): (form: string) => boolean {
  let judge = knownJudges.get(right);
  if (judge === undefined) knownJudges.set(right, (judge = remembering(judgeOf(right))));
  return judge;
}

const knownJudges = new WeakMap<RightTexts, (form: string) => boolean>();

/** Judges each form once, before any distance is computed again. */
function remembering(isMeant: (form: string) => boolean): (form: string) => boolean {
  const judged = new Map<string, boolean>();
  return (form) => {
    let isRight = judged.get(form);
    if (isRight !== undefined) return isRight;
    if (judged.size >= MOST_KNOWN) judged.clear();
    judged.set(form, (isRight = isMeant(form)));
    return isRight;
  };
}

function judgeOf({ accepted, wrong = [] }: RightTexts): (form: string) => boolean {
  const right = new Set(accepted.map(formOf));
  const listed = new Set(wrong.map(formOf));
  const slipping = accepted.flatMap((text) => slippingOf(text) ?? []);
  return (form) => {
    if (right.has(form)) return true;
    if (listed.has(form) || form.length > MOST_LETTERS) return false;
    const written = Array.from(form);
    return slipping.some(({ letters, romans }) => isOneSlip(letters, written, romans));
  };
}

/** Tells of texts whether they are right; none is where nothing can be, nor what is masked. To be made once for many. */
export function rightText(solution: Solution | null | undefined): (text: string) => boolean {
  if (solution?.kind !== 'text') return () => false;
  const isMeant = meansRight(solution);
  return (text) => !text.includes(MASK) && isMeant(formOf(text));
}

/**
 * Whether one letter is left out, put in, another one, or changes places with its neighbour; what makes a number never
 * does: digits, their signs, and the letters of Roman numbers, which stand at `romans` in what is meant.
 */
export function isOneSlip(
  meant: readonly string[],
  written: readonly string[],
  romans: ReadonlySet<number> = new Set(),
): boolean {
  const longer = Math.max(meant.length, written.length);
  const difference = written.length - meant.length;
  if (Math.abs(difference) > 1) return false;
  let from = 0;
  while (from < longer && meant[from] === written[from]) from++;
  if (from === longer) return false;
  if (difference !== 0) {
    const [whole, rest] = difference > 0 ? [written, meant] : [meant, written];
    if (!isSame(whole, from + 1, rest, from) || isExact(whole[from])) return false;
    // Any of equal letters may be the one.
    let first = from;
    while (first > 0 && whole[first - 1] === whole[from]) first--;
    const places = Array.from({ length: from - first + 1 }, (_, n) => first + n);
    return difference < 0
      ? !places.some((place) => romans.has(place))
      : !places.some((place) => isInRoman(place, whole[from]));
  }
  const [one, other] = [meant[from], written[from]];
  if (isSame(meant, from + 1, written, from + 1))
    return ![one, other].some(isExact) && !romans.has(from);
  const [next, otherNext] = [meant[from + 1], written[from + 1]];
  const isSwap = one === otherNext && next === other && isSame(meant, from + 2, written, from + 2);
  return isSwap && ![one, next].some(isExact) && !romans.has(from) && !romans.has(from + 1);

  /** Whether a letter that is put in before this place makes another Roman number. */
  function isInRoman(place: number, letter = ''): boolean {
    const [isBefore, isAfter] = [romans.has(place - 1), romans.has(place)];
    return (isBefore && isAfter) || ((isBefore || isAfter) && ROMAN_LETTER.test(letter));
  }
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

/** Another of these makes another number. */
const isExact = (letter: string | undefined): boolean =>
  letter !== undefined && (DIGIT.test(letter) || [KEPT_MINUS, FRACTION, '.'].includes(letter));
