/** The judged questions of a game, from which all its points follow (R4.9, R6). */
import type { Crowd, GameMode, Scoring } from '../../protocol/room-options.js';
import type { JudgedName } from '../../protocol/judged-name.js';
import type { PartSolution, TextCount, WrittenSummary } from '../../protocol/question.js';
import type { InLanguages } from '../../protocol/set-languages.js';
import type { Floor } from '../kinds/floor.js';
import type { Worth } from './quiz-set.js';
import type { Position } from './zones.js';

/** Points that the host gave by hand, to a player or to everybody in a team (R27.10). */
export interface GivenPoints {
  /** Counts those of a game, from 1. */
  id: number;
  /** For each of them; less than 0 where they are taken. */
  points: number;
  reason: string;
  playerIds: readonly string[];
  /** In which they play, where the game is played in teams. */
  team?: number;
  /** There where the whole team got them. */
  isTeams?: true;
}

/** A round of an evening, and the number of its first question (`JudgedName`). */
export interface BegunRound extends InLanguages {
  name: string;
  first: number;
}

/** The rules that a game is played by; the options of the room may be others by the time it is corrected. */
export interface GameRules {
  gameMode: GameMode;
  scoring: Scoring;
  crowd: Crowd;
  lives: number;
  /** Whether ghosts come back once (R14.2). */
  revival: boolean;
  /** The names of its teams, by index; missing where it is not played in teams. */
  teamNames?: readonly string[];
  /** The least time of an answer where times tell scores apart, in ms (R6.16); absent in games that are older than it. */
  tieFromMs?: number;
  /** There where the host has given points by hand. */
  given?: readonly GivenPoints[];
  /** There where the evening has a programme or more than one round: those so far, in their order. */
  rounds?: readonly BegunRound[];
}

/** Whether a question counts for a player (R7.3): 1 where it does, 2 where they answer it as a ghost (R14.1). */
export type Played = 0 | 1 | 2;

/**
 * The least time of an answer, in ms since the choices appeared: no person reads and walks in less. Programs hear of
 * the choices before they appear, and would win every tie by it (R6.5).
 */
export const EARLIEST_MS = 250;

/**
 * The least time of an answer where times tell scores apart, in ms (R6.16): below it the way to the server counts for
 * more than the person.
 */
export const LEAST_TIE_MS = 1_000;

/** The time that counts, in ms, for a player with or without extra time (R6.10). */
export function countedMs(ms: number, hasExtra: boolean): number {
  return hasExtra ? Math.floor((2 * ms) / 3) : ms;
}

/** The time of an answer of a player who stands still, in ms (R6.15): half of the limit. */
export const stillMs = (limitMs: number): number => Math.floor(limitMs / 2);

/**
 * The value of somebody who has not moved where nothing is right, and is counted apart (R16.9), and of everybody where
 * nobody could walk (R16.15).
 */
export const NOT_MOVED = -1;

/** The value of a player who was away for the whole question, which is right in none (R5.4). */
export const AWAY = -2;

/**
 * How a player answered: the value that they stood on (`valueAt`), when they last came to it (question ms, less with
 * extra time), what it counts for, where they stood, and in which team. A tuple, as there is one of each player and
 * question.
 */
export type Answer = readonly [
  playerId: string,
  value: number,
  ms: number,
  played: Played,
  ...at: Position,
  team?: number,
];

/** Whether a question counted for a player who was there to answer it. */
export function isGiven([, value, , played]: Answer): boolean {
  return played === 1 && value !== AWAY;
}

/**
 * Texts of a player, when they were last changed (ms as an answer's), and whether their author is muted. What the word
 * filter masks is masked, unless it is right (R16.17); `hidden` has the forms of what was masked, by which it is judged
 * again after a correction, and is never told to anybody.
 */
export type WrittenText = readonly [
  playerId: string,
  ms: number,
  texts: readonly string[],
  isMuted?: boolean,
  hidden?: readonly string[],
];

/** The texts that were written for a question until its first bell. */
export interface Written {
  limitMs: number;
  texts: readonly WrittenText[];
  /** The forms of what a host has struck (R16.16); missing where that is none. */
  struck?: readonly string[];
  /** There once it was taken out who has written what (R17.6): `texts` have only what was right, as its author spells it. */
  told?: ToldWriting;
}

/** The texts of a question without their authors. */
export interface ToldWriting {
  summary: WrittenSummary;
  groups: readonly TextCount[];
}

/** A question that was judged, with everything that its points follow from. */
export interface JudgedQuestion extends Worth, JudgedName {
  /** The floor, which says what values mean. */
  floor: Floor;
  /** The solution that the set says; null where nothing is right. */
  setSolution: PartSolution | null;
  /** The solution that counts: the same, unless the host has corrected it. */
  solution: PartSolution | null;
  /** There where nobody saw where the others walked. */
  blind?: true;
  limitMs: number;
  isVoid: boolean;
  answers: readonly Answer[];
  /** Ghosts whom the revival brought back after this question (R14.2). */
  revives?: readonly string[];
  /** There where people wrote. */
  written?: Written;
}
