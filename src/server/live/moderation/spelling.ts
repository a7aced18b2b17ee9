/** How the word filter reads a text: as letters, whatever they are written with (R8.6). */
import { nameSkeleton } from '../../../game/name-skeleton.js';

/** A letter, how often it stands there in a row, and where in the text. */
export interface Run {
  letter: string;
  count: number;
  /** UTF-16 units; `to` is behind the last. */
  from: number;
  to: number;
  /** Whether it begins and ends what a person calls a character: a syllable has several letters. */
  starts: boolean;
  ends: boolean;
}

type Script = 'hangul' | 'other';

/** Letters without anything between them. */
export interface Token {
  script: Script;
  runs: Run[];
  /** Characters in the text. */
  size: number;
  /** What stands between this and the token before. */
  gap: 'none' | 'sign' | 'space';
  /** Whether a number stands right before it, as in "3시". */
  afterDigit: boolean;
}

interface Piece {
  kind: Script | 'digit' | 'sign' | 'space';
  letters: string;
  from: number;
  to: number;
}

/** Digits and signs that stand for letters between letters. */
const STANDS_FOR: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '€': 'e',
};
/** What ends a sentence is no letter at the end of a word. */
const ONLY_INSIDE = /[!|+]/;
/** A character that stands for more is a word or a phrase of its own, such as U+FDFA, and part of none. */
const MOST_LETTERS_OF_ONE = 4;
/** I, l and i are one letter, as they look alike. */
const ALIKE = /l/g;

const SYLLABLES = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const INITIALS = Array.from('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ');
const VOWELS = Array.from('ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ');
const FINALS = Array.from(' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ');
const CLUSTERS: Record<string, string> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
};
const NO_INITIAL = 'ㅇ';
/** Laughing and crying part words as signs do. */
const LAUGHTER = /[ㅋㅎㅠㅜ]/;
const HANGUL_LETTER = /[\u3131-\u3163]/;

/** The words of a text, as far as spaces, signs and a change of script part them. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let gap: Token['gap'] = 'none';
  let afterDigit = false;
  let open: Token | undefined;
  for (const piece of settled(piecesOf(text))) {
    const { kind, letters, from, to } = piece;
    if (kind === 'space' || kind === 'sign' || kind === 'digit') {
      if (gap !== 'space') gap = kind === 'space' ? 'space' : 'sign';
      afterDigit = kind === 'digit';
      open = undefined;
      continue;
    }
    if (open?.script !== kind) {
      open = { script: kind, runs: [], size: 0, gap, afterDigit };
      tokens.push(open);
    }
    open.size++;
    const all = Array.from(letters);
    for (const [n, letter] of all.entries()) {
      const run = { letter, count: 1, from, to, starts: n === 0, ends: n === all.length - 1 };
      addRun(open.runs, run, kind);
    }
    [gap, afterDigit] = ['none', false];
  }
  return tokens;
}

/** "shiiit" has one i, three times. Syllables are not drawn out by their consonants. */
export function addRun(runs: Run[], run: Run, script: Script): void {
  const last = runs.at(-1);
  if (script === 'hangul' || last?.letter !== run.letter) runs.push({ ...run });
  else Object.assign(last, { count: last.count + run.count, to: run.to, ends: run.ends });
}

/** What stands for letters only between letters, where it does; a number is none. */
function settled(pieces: Piece[]): Piece[] {
  for (let first = 0; first < pieces.length;) {
    let end = first;
    while (isLatinLike(pieces[end])) end++;
    if (end === first) {
      first++;
      continue;
    }
    const word = pieces.slice(first, end);
    const begin = word.findIndex(
      ({ kind, letters }) => kind !== 'sign' || !ONLY_INSIDE.test(letters),
    );
    const last = word.findLastIndex(
      ({ kind, letters }) => kind !== 'sign' || !ONLY_INSIDE.test(letters),
    );
    if (word.some(({ kind }) => kind === 'other'))
      for (const piece of word.slice(begin, last + 1)) {
        if (piece.kind !== 'other') piece.letters = STANDS_FOR[piece.letters] ?? piece.letters;
        piece.kind = 'other';
      }
    first = end;
  }
  return pieces;
}

function isLatinLike(piece: Piece | undefined): boolean {
  if (piece === undefined) return false;
  return piece.kind === 'other' || STANDS_FOR[piece.letters] !== undefined;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const character of text) {
    const from = at;
    at += character.length;
    const [kind, letters] = read(character, pieces.at(-1));
    // It shows nothing, or belongs to the letter before.
    if (letters === '') continue;
    pieces.push({ kind, letters, from, to: at });
  }
  return pieces;
}

type Reading = readonly [kind: Piece['kind'], letters: string];

/** Of characters that are no syllables, as far as they came. */
const readings = new Map<string, Reading>();
/** More than people type; then all are read anew. */
const READINGS_KEPT = 5_000;

function read(character: string, before: Piece | undefined): Reading {
  const code = character.charCodeAt(0);
  if (code >= SYLLABLES && code <= LAST_SYLLABLE) return ['hangul', syllable(code, before)];
  const known = readings.get(character);
  if (known !== undefined) return known;
  if (readings.size >= READINGS_KEPT) readings.clear();
  const reading = code < 0x80 ? readPlain(character) : readOther(character);
  readings.set(character, reading);
  return reading;
}

function readOther(character: string): Reading {
  if (LAUGHTER.test(character)) return ['sign', character];
  if (HANGUL_LETTER.test(character)) return ['hangul', CLUSTERS[character] ?? character];
  const plain = character.normalize('NFKC');
  if (plain.length > MOST_LETTERS_OF_ONE) return ['sign', character];
  const piece = PIECES_OF_SYLLABLES.get(plain);
  if (piece !== undefined) return ['hangul', piece];
  if (/^[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(plain)) return ['sign', ''];
  if (/^\s/u.test(plain)) return ['space', ' '];
  if (/^[\p{L}\p{N}]/u.test(plain)) {
    if (plain.charCodeAt(0) < 0x80) return readPlain(plain);
    const looks = nameSkeleton(plain).normalize('NFD').replace(/\p{M}/gu, '');
    return ['other', lower(looks)];
  }
  return plain.length === 1 && plain.charCodeAt(0) < 0x80 ? readPlain(plain) : ['sign', character];
}

function readPlain(text: string): Reading {
  if (/^[A-Za-z]/.test(text)) return ['other', lower(nameSkeleton(text))];
  if (/^\s/.test(text)) return ['space', ' '];
  return [/^\d/.test(text) ? 'digit' : 'sign', text];
}

const lower = (text: string): string => text.toLowerCase().replace(ALIKE, 'i');

/** The letters of a syllable; of one that only draws out the vowel before, as in 시이발, its end. */
function syllable(code: number, before: Piece | undefined): string {
  const index = code - SYLLABLES;
  const final = FINALS[index % FINALS.length] ?? '';
  const vowel = VOWELS[Math.floor(index / FINALS.length) % VOWELS.length] ?? '';
  const initial = INITIALS[Math.floor(index / FINALS.length / VOWELS.length)] ?? '';
  const end = (CLUSTERS[final] ?? final).trim();
  const isDrawnOut =
    initial === NO_INITIAL && before?.kind === 'hangul' && before.letters.endsWith(vowel);
  return isDrawnOut ? end : initial + vowel + end;
}

/** Of half-width letters and of syllables that are written in pieces. */
const PIECES_OF_SYLLABLES = new Map<string, string>([
  ...INITIALS.map((letter, n): [string, string] => [String.fromCharCode(0x1100 + n), letter]),
  ...VOWELS.map((letter, n): [string, string] => [String.fromCharCode(0x1161 + n), letter]),
  ...FINALS.slice(1).map((letter, n): [string, string] => [
    String.fromCharCode(0x11a8 + n),
    CLUSTERS[letter] ?? letter,
  ]),
]);
