/** Payloads of answers, scores and results. */
import type { CrowdMarks } from './crowd.js';
import type { PartSolution, Summary } from './question.js';
import type { InLanguages } from './set-languages.js';
import type { Final, RevealBeat } from './show.js';
import type { TeamFigure, TeamResult } from './teams.js';

export interface Mark {
  playerId: string;
  score: number;
  isAnswer: boolean;
  isAlive: boolean;
  /** Whether the question counted for this player: no ghost, and here before it was asked (R7.3). */
  played: boolean;
  /** From 1; ties share a rank. 0 while a round holds ranks back (R27.4). */
  rank: number;
  /** Points of the last question. */
  gain: number;
  /** There where it alone tells one of the first from others with the same score (R6.6): time over right answers, ms. */
  tieMs?: number;
}

/** A part of a question, as the reveal of all tells it (R16.21). */
export interface PartReveal {
  /** The solution that counts now; missing where nothing can be right. */
  solution?: PartSolution;
  summary: Summary;
  isVoid?: true;
  nearest?: true;
}

export interface RevealPayload extends InLanguages {
  /** `order` of the first right choice, as the set says; 0 where the kind has none. */
  answer: number;
  /** None of a question that is not scored, a poll or a scale; in a big room those of the best. */
  players: Mark[];
  /** There in a big room. */
  crowd?: CrowdMarks;
  /** `order` of the choices that are right, where they are several and once the host has corrected it (R4.9). */
  rights?: number[];
  /** Whether the question counts for nothing, once the host has corrected it. */
  isVoid?: boolean;
  /** The solution that counts now; missing where nothing can be right. */
  solution?: PartSolution;
  summary?: Summary;
  /** There where the question had several, in their order; everything else here is of the last one. */
  parts?: PartReveal[];
  /** There where nobody was right, and the nearest are (R16.4). */
  nearest?: true;
  /** The author's explanation. */
  explanation?: string;
  /** Best first, in a game that is played in teams; missing while a round holds ranks back (R27.4). */
  teams?: TeamFigure[];
  /** How it is shown, from the phase's `startTime` (R19.2); all at once where there are none. */
  beats?: readonly RevealBeat[];
}

/** The mark that a player alone is told at a reveal, and when the scores change otherwise. */
export type OwnMark = Omit<Mark, 'playerId'>;

/** Everybody's marks outside of a reveal. */
export interface ScoresPayload {
  players: Mark[];
  /** As in `RevealPayload`. */
  crowd?: CrowdMarks;
  /** As in `RevealPayload`. */
  teams?: TeamFigure[];
}

export interface ResultRow {
  playerId: string;
  playerName: string;
  /** Where the player sat, which is the face that everybody knows; somebody else may sit there by now. */
  slot: number;
  score: number;
  rank: number;
  /** There where they break ties (R6.6): how many answers were right, and their time in all in ms. */
  rights?: number;
  rightMs?: number;
}

/** How a ghost does among the ghosts (R14.1). */
export interface LeagueRow {
  playerId: string;
  /** Right answers since the fall. */
  rights: number;
  /** Among the ghosts, from 1. */
  rank: number;
  /** Whether the last answer was right. */
  isAnswer: boolean;
}

/** A row of the first in the ghosts' league, when the game is over. */
export interface LeagueResult extends Omit<ResultRow, 'score'> {
  rights: number;
}

export interface ResultsPayload {
  hostId: string;
  /** In a big room the first `CROWD_RESULTS`. */
  results: ResultRow[];
  /** There in a big room: how many are in the table. */
  ranked?: number;
  /** There where ghosts were right. */
  league?: LeagueResult[];
  /** Best first, of a game that was played in teams. */
  teams?: TeamResult[];
  /** How the end is shown (R19.5); there where there is anything to show. */
  final?: Final;
}

/** To whom points were given by hand: a player, or everybody in a team. */
export type GivenTo = { playerId: string; playerName: string; slot: number } | { team: number };

/** As everybody is told of it. */
export interface PointsGiven {
  points: number;
  reason: string;
  /** Missing for a player who has left since. */
  to?: GivenTo;
  isTakenBack?: true;
}

/** A line of the host's list. */
export interface GivenRow extends Omit<PointsGiven, 'isTakenBack'> {
  /** By which it is taken back. */
  id: number;
}
