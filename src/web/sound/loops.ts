/** The music, a bar at a time: 12 eighths, as in most Korean rhythms. A bar follows from its number alone. */
import type { Instruments } from './instruments.js';

interface Loop {
  /** Length of a bar, in ms. */
  barMs: number;
  /** `eighth` is how long one is, in s; `level` 0–4 is how much plays along. */
  play: (voices: Instruments, at: number, eighth: number, bar: number, level: number) => void;
}

/** An eighth of the bar, and what is played there. */
type Note = readonly [eighth: number, degree: number];

/** Motifs of a bar, in which a phrase ends, and which lead on. */
const MOTIFS: readonly (readonly Note[])[] = [
  [
    [0, 5],
    [3, 7],
    [6, 8],
    [9, 7],
  ],
  [
    [0, 8],
    [2, 7],
    [3, 5],
    [6, 7],
    [9, 6],
  ],
  [
    [0, 10],
    [3, 9],
    [4, 8],
    [6, 7],
    [9, 8],
  ],
  [
    [0, 7],
    [4, 8],
    [6, 10],
    [10, 9],
  ],
  [
    [1, 5],
    [3, 6],
    [5, 7],
    [6, 8],
    [9, 10],
  ],
  [
    [0, 12],
    [3, 10],
    [6, 9],
    [8, 8],
    [9, 7],
  ],
  [
    [0, 3],
    [3, 5],
    [6, 6],
    [9, 5],
  ],
  [
    [0, 8],
    [6, 9],
    [7, 10],
    [9, 8],
  ],
];
const ENDINGS: readonly (readonly Note[])[] = [
  [
    [0, 7],
    [3, 6],
    [6, 5],
  ],
  [
    [0, 8],
    [4, 7],
    [6, 10],
  ],
  [
    [0, 6],
    [6, 5],
  ],
  [
    [0, 9],
    [3, 8],
    [6, 8],
  ],
];
/** Which motif of a phrase's two stands in each of its first three bars; null is a breath. */
const FORMS: readonly (readonly (0 | 1 | null)[])[] = [
  [0, 0, 1],
  [0, 1, 0],
  [0, 1, 1],
  [0, null, 1],
];
const BARS_OF_PHRASE = 4;
/** Every so many phrases the melody rests, and the drums are heard alone. */
const PHRASES_OF_ROUND = 7;

/** Hourglass drum: palm and stick by eighths. Gutgeori, and two of its kind. */
const RHYTHMS: readonly { palm: readonly number[]; stick: readonly number[] }[] = [
  { palm: [0, 3, 6, 9], stick: [0, 1.8, 2, 4, 4.5, 5, 7.8, 8, 10, 10.5, 11] },
  { palm: [0, 3, 8, 9], stick: [0, 2, 3.8, 5, 6, 7, 10, 11] },
  { palm: [0, 5, 6, 9], stick: [0, 2, 3, 4, 7.8, 8, 9, 11] },
];
const BASS: readonly (readonly Note[])[] = [
  [
    [0, -5],
    [6, -2],
    [9, -3],
  ],
  [
    [0, -5],
    [3, -5],
    [6, -3],
    [9, -2],
  ],
  [
    [0, -3],
    [6, -5],
    [8, -2],
  ],
];
const SMALL_GONG = [0, 2, 3, 6, 8, 9, 11];

/** The same for a number on every page, and without a pattern that one hears: 0 to `below` - 1. */
function drawn(number: number, salt: number, below: number): number {
  let bits = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 13), 0x297a2d39);
  return ((bits ^ (bits >>> 16)) >>> 0) % below;
}

const pick = <T>(list: readonly T[], number: number, salt: number): T | undefined =>
  list[drawn(number, salt, list.length)];

function melodyOf(bar: number): readonly Note[] {
  const phrase = Math.floor(bar / BARS_OF_PHRASE);
  if (phrase % PHRASES_OF_ROUND === PHRASES_OF_ROUND - 1) return [];
  const place = bar % BARS_OF_PHRASE;
  if (place === BARS_OF_PHRASE - 1) return pick(ENDINGS, phrase, 1) ?? [];
  const which = pick(FORMS, phrase, 2)?.[place];
  if (which === undefined || which === null) return [];
  const first = drawn(phrase, 3, MOTIFS.length);
  const other = (first + 1 + drawn(phrase, 4, MOTIFS.length - 1)) % MOTIFS.length;
  return MOTIFS[which === 0 ? first : other] ?? [];
}

function lobbyBar(
  voices: Instruments,
  at: number,
  eighth: number,
  bar: number,
  level: number,
): void {
  const phrase = Math.floor(bar / BARS_OF_PHRASE);
  // In each phrase one of the upper layers may rest.
  const resting = drawn(phrase, 5, 6);
  const has = (layer: number) => level >= layer && resting !== layer;
  const isLow = drawn(phrase, 6, 4) === 0;
  for (const [when, degree] of melodyOf(bar)) {
    const louder = when === 0 ? 1.15 : 1;
    voices.pluck(at + when * eighth, isLow ? degree - 5 : degree, 0.3 * louder, 0.95);
  }
  // Without a melody a held tone says that there is music.
  if (melodyOf(bar).length === 0) voices.wind(at, 0, 0.3, 11 * eighth);
  if (has(1)) for (const when of [0, 6]) voices.buk(at + when * eighth, 0.3);
  if (has(2)) {
    const rhythm = pick(RHYTHMS, Math.floor(phrase / 2), 7);
    for (const when of rhythm?.palm ?? []) voices.kung(at + when * eighth, 0.36);
    for (const when of rhythm?.stick ?? [])
      voices.deok(at + when * eighth, when % 1 === 0 ? 0.22 : 0.13);
  }
  if (has(3))
    for (const [when, degree] of pick(BASS, bar, 8) ?? [])
      voices.pluck(at + when * eighth, degree, 0.42, 0.7);
  if (has(4))
    for (const when of SMALL_GONG)
      voices.soe(at + when * eighth, when % 3 === 0 ? 0.2 : 0.11, 0.25);
}

/** Degrees of the pulse on 0, 3, 6 and 9 of a bar. */
const PULSES = [
  [5, 8, 7, 8],
  [5, 8, 6, 8],
  [5, 9, 7, 8],
  [5, 8, 7, 9],
];

function questionBar(voices: Instruments, at: number, eighth: number, bar: number): void {
  (PULSES[bar % PULSES.length] ?? []).forEach((degree, i) => {
    voices.pluck(at + 3 * i * eighth, degree, 0.22, 0.4);
  });
  for (const when of [0, 6]) voices.kung(at + when * eighth, 0.32);
  // Every other half of a cycle has the stick, too, so that a long question moves on.
  const isFuller = Math.floor(bar / PULSES.length) % 2 === 1;
  for (const when of isFuller ? [3, 5, 9, 11] : [11]) voices.deok(at + when * eighth, 0.16);
}

export const LOOPS = {
  /** While people come in: level 0–4 by how many are there. */
  lobby: { barMs: 20_000 / 7, play: lobbyBar },
  /** While a question is open, until the bell. It leaves room for somebody who speaks. */
  question: { barMs: 2_000, play: questionBar },
} as const satisfies Record<string, Loop>;

export type LoopName = keyof typeof LOOPS;

/** From how many people on a layer plays along. */
const CROWDS = [5, 15, 40, 100];

export const levelOf = (people: number): number => CROWDS.filter((crowd) => people >= crowd).length;

export function playBar(
  name: LoopName,
  voices: Instruments,
  at: number,
  bar: number,
  level = 0,
): void {
  const loop: Loop = LOOPS[name];
  loop.play(voices, at, loop.barMs / 12_000, bar, level);
}
