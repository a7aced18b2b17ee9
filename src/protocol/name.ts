/**
 * How names are folded, so that two that look the same are the same to whoever compares them (R1.4).
 * Letters of different scripts that look alike (Latin e, Cyrillic е) stay; `nameSkeleton` compares them.
 */
import { cleanText, hasPileOfMarks, isPlain, type TextBounds } from './text.js';

const ZWNJ = '\u200C';
const ZWJ = '\u200D';
const VIRAMA = '[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]';
/** Arabic letters that join to the right only, or not at all: a non-joiner after them shows nothing. */
const NOT_JOINING =
  '[\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF]';

/** Characters that show only with their ignorable ones, or would lose its look by the folding of the rest. */
const KEPT = [
  // Sequences that Unicode recommends: families, flags, keycaps, hearts with their selector.
  '\\p{RGI_Emoji}',
  // Indic letters with a joiner: Sinhala ශ්‍රී, Bengali র‍্য.
  `${VIRAMA}[${ZWNJ}${ZWJ}](?=\\p{L})`,
  `\u09B0${ZWJ}\u09CD`,
  // Persian می‌خواهم.
  `[[\\p{Script=Arabic}&&\\p{L}]--${NOT_JOINING}]\\p{M}*${ZWNJ}(?=\\p{Script=Arabic})`,
  // Old Hangul, whose syllables are written in pieces.
  '[\u1100-\u115E\uA960-\uA97C]+[\u1161-\u11A7\uD7B0-\uD7C6]+[\u11A8-\u11FF\uD7CB-\uD7FB]*',
].join('|');
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const SPACES = /[\p{Zs}\u2800]+/gu;
/** NFKC would take apart ㅋㅋㅋ, the vowel of Thai น้ำ and its Lao twin, and Armenian և. */
const WHOLE = /[\u0587\u0E33\u0EB3\u3131-\u318E]/;
/** By the pieces of syllables that look the same, in the order of Unicode. */
const LETTERS = new Map<string, string>([
  ...numbered(0x1100, 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'),
  ...numbered(0x1161, 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'),
  ...numbered(0x11a8, 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'),
]);

function numbered(first: number, letters: string): [string, string][] {
  return Array.from(letters, (letter, index) => [String.fromCharCode(first + index), letter]);
}

/** Two are enough for every name that was found. */
const MOST_ROUNDS = 4;

/** Made at first use, as older browsers can load this file but know no such pattern. */
let kept: RegExp | undefined;

/** `cleanText` for names, which it folds; the result is the name that stands. */
export function cleanName(raw: string, bounds: TextBounds): string | undefined {
  const name = cleanText(raw, bounds, foldName);
  return name !== undefined && hasPileOfMarks(name) ? undefined : name;
}

/**
 * Compatibility forms plain (NFKC), what is ignorable out, and one space for several. What somebody else wrote goes
 * through `cleanName`, which asks first whether it can be folded.
 */
export function foldName(raw: string): string {
  if (isPlain(raw)) return raw.replace(SPACES, ' ').trim();
  let name = raw;
  // A folded character may stand beside one that folds with it: a circled digit becomes one of a keycap.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const folded = foldOnce(name);
    if (folded === name) break;
    name = folded;
  }
  return name;
}

function foldOnce(raw: string): string {
  const text = raw.normalize('NFC').replace(/[0-9#*](?=\u20E3)/g, '$&\uFE0F');
  kept ??= new RegExp(KEPT, 'gv');
  let name = '';
  let from = 0;
  for (const { 0: sequence, index } of text.matchAll(kept)) {
    name += foldPlain(text.slice(from, index)) + sequence;
    from = index + sequence.length;
  }
  name += foldPlain(text.slice(from));
  return name.normalize('NFC').replace(SPACES, ' ').trim();
}

function foldPlain(text: string): string {
  return Array.from(text, foldCharacter).join('').replace(IGNORABLE, '');
}

function foldCharacter(character: string): string {
  const plain = character.normalize('NFKC');
  // An accent by itself, as in Rock´n´Roll, would become a space with a mark.
  const isAccent = plain.length > 1 && plain.startsWith(' ');
  if (isAccent || WHOLE.test(character)) return character;
  return Array.from(plain, (part) => LETTERS.get(part) ?? part).join('');
}

/** Drawn beside the host's name by the page, and by nobody else. */
const CROWN = /[\u{1F451}♔♕♚♛]\uFE0F?/gu;

/** A name without the host's sign, so that no name has it. */
export function withoutCrown(name: string): string {
  return name.replace(CROWN, '');
}
