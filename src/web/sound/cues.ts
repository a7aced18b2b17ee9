/** Every sound of the show but the music, and what it is for. Times are seconds. */
import type { Instruments } from './instruments.js';

interface Cue {
  /** For how long the music gives way. */
  duck?: number;
  /** What comes sooner after the last one is not played. */
  gap?: number;
  play: (voices: Instruments, at: number, arg: number) => void;
}

/** Strokes in each of the last five seconds, by the seconds that are left: more of them, not louder ones. */
const STROKES: Readonly<Record<number, number>> = { 5: 1, 4: 1, 3: 2, 2: 3, 1: 4 };
/** Chords of the podium's steps, from the third up. */
const STEPS: Readonly<Record<number, readonly number[]>> = {
  3: [0, 3, 5],
  2: [2, 4, 7, 9],
  1: [0, 3, 5, 7, 10],
};
const STEP_S: Readonly<Record<number, number>> = { 3: 1.1, 2: 1.3, 1: 2.8 };
const ROLL_PER_S = 15;

function run(
  voices: Instruments,
  at: number,
  degrees: readonly number[],
  apart: number,
  level: number,
) {
  degrees.forEach((degree, i) => voices.pluck(at + i * apart, degree, level * (1 + i * 0.06)));
}

export const CUES = {
  /** Somebody comes in; `arg` is the slot, so that people differ. At most eight a second. */
  join: {
    gap: 0.125,
    play: (voices, at, slot) => voices.pluck(at, 10 + (slot % 5), 0.4, 0.28),
  },
  /** 3-2-1; `arg` is what is left. */
  tick: {
    play(voices, at, left) {
      voices.deok(at, 0.8);
      voices.pluck(at, 9 - left, 0.5, 0.3);
    },
  },
  /** Behind 3-2-1: it begins. */
  go: {
    duck: 0.6,
    play(voices, at) {
      voices.buk(at);
      voices.soe(at, 0.8);
      for (const degree of [5, 8, 10]) voices.pluck(at, degree, 0.5);
    },
  },
  /** One of the last five seconds; `arg` is how many are left, from 5 to 1. */
  five: {
    play(voices, at, left) {
      const strokes = STROKES[left] ?? 1;
      for (let i = 0; i < strokes; i++) {
        const stroke = at + i / strokes;
        if (i === 0) voices.buk(stroke, 0.85 - left * 0.06);
        else voices.kung(stroke, 0.6);
        voices.deok(stroke, i === 0 ? 0.8 : 0.35);
      }
      voices.pluck(at, 10 - left, 0.5, 0.35);
    },
  },
  /** The question is over. Nothing else has this gong. */
  bell: {
    duck: 3,
    play(voices, at) {
      voices.jing(at, 1.15);
      voices.buk(at, 0.9);
    },
  },
  /** A zone is counted; `arg` is how many were before. */
  count: {
    duck: 0.3,
    play(voices, at, before) {
      voices.pluck(at, 5 + before, 0.6, 0.5);
      voices.kung(at, 0.45);
    },
  },
  /** A wrong zone falls away. */
  fall: {
    duck: 0.5,
    play(voices, at) {
      voices.slide(at, 0.9, 520, 78, 0.52);
      voices.buk(at + 0.5, 0.75);
    },
  },
  /** Two zones are left; `arg` is for how many seconds. */
  roll: {
    duck: 1,
    play(voices, at, seconds) {
      const strokes = Math.round((seconds || 1) * ROLL_PER_S);
      for (let i = 0; i < strokes; i++) {
        const grown = i / strokes;
        voices.deok(at + i / ROLL_PER_S, 0.35 + 0.75 * grown);
        if (i % 3 === 0) voices.kung(at + i / ROLL_PER_S, 0.2 + 0.4 * grown);
      }
    },
  },
  /** The right zone; on a phone, that one was right. */
  right: {
    duck: 1,
    play(voices, at) {
      run(voices, at, [7, 9, 12], 0.085, 0.6);
      voices.soe(at + 0.17, 0.8, 0.6);
      voices.buk(at, 0.55);
    },
  },
  /** On a phone, that one was wrong. Two notes that fall, gently. */
  wrong: {
    duck: 0.5,
    play(voices, at) {
      voices.pluck(at, 8, 0.5, 0.35);
      voices.pluck(at + 0.17, 5, 0.55, 0.55);
      voices.kung(at + 0.17, 0.55);
    },
  },
  /** Rows of the ranking move. */
  climb: {
    duck: 0.6,
    gap: 0.1,
    play: (voices, at) => run(voices, at, [5, 6, 7, 8, 10, 12], 0.065, 0.38),
  },
  /** One person, who is named. */
  lone: {
    duck: 2.4,
    play(voices, at) {
      [5, 8, 12].forEach((degree, i) => {
        voices.wind(at + i * 0.14, degree, 0.85, 1.9 - i * 0.14);
      });
      voices.jing(at, 0.35);
      voices.soe(at, 0.45, 0.7);
    },
  },
  /** An award, or another named moment. */
  award: {
    duck: 1,
    play(voices, at) {
      run(voices, at, [10, 9, 10, 12], 0.14, 0.5);
      voices.kung(at + 0.42, 0.6);
    },
  },
  /** A step of the podium; `arg` is the place, 3, 2 or 1. The first has all instruments. */
  place: {
    duck: 3,
    play(voices, at, place) {
      const chord = STEPS[place] ?? [];
      for (let i = 0; i < 3; i++) voices.kung(at + i * 0.14, 0.5 + i * 0.15);
      const there = at + 0.42;
      voices.buk(there);
      voices.soe(there, 0.9, 0.9);
      for (const degree of chord) voices.wind(there, degree, 0.85, STEP_S[place] ?? 1);
      if (place !== 1) return;
      voices.jing(there, 0.55);
      run(voices, at + 0.9, [5, 7, 8, 10, 9, 10, 12, 15], 0.17, 0.4);
      for (let i = 0; i < 12; i++) {
        if (i % 3 === 0) voices.buk(at + 0.9 + i * 0.17, 0.65);
        else voices.deok(at + 0.9 + i * 0.17, 0.4);
      }
    },
  },
} as const satisfies Record<string, Cue>;

export type CueName = keyof typeof CUES;
/** Longer than any cue is heard, in s. */
export const LONGEST_CUE_S = 6;

export const cueOf = (name: CueName): Cue => CUES[name];
