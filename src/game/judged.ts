/** What is kept of a game, from which all its points follow (R4.9, R6). */
import type { Crowd, GameMode, Scoring } from '../protocol/events.js';
import type { Position } from './zones.js';

/** What a game is played by; the options may be others by the time it is corrected. */
export interface GameRules {
  gameMode: GameMode;
  scoring: Scoring;
  crowd: Crowd;
  lives: number;
}

/**
 * How a player answered: the zone, when the player last entered it (question ms), 1 where the question counts
 * for them (R7.3), and where they stood. A tuple, as there is one of each player and question.
 */
export type Answer = readonly [
  playerId: string,
  zone: number,
  ms: number,
  played: 0 | 1,
  ...at: Position,
];

/** A question that was judged, with everything that its points follow from. */
export interface JudgedQuestion {
  /** From 0, in the order of the game. */
  index: number;
  /** How many choices it had. */
  choices: number;
  /** `order` of the choice that the set calls right. */
  answer: number;
  /** Of those that are right: the same one, unless the host has corrected it. */
  rights: readonly number[];
  limitMs: number;
  isVoid: boolean;
  answers: readonly Answer[];
}
