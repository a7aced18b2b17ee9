/** What a host chooses of a room (R1.2). */
import type { MapName, Walking } from './maps.js';
import type { TeamMode } from './teams.js';
import type { Theme } from './theme.js';

export type GameMode = 'RANKING' | 'SURVIVAL';
/** What a right answer is worth (R6.1, R6.4). */
export type Scoring = 'shared' | 'early' | 'flat';
/** Whether players see where the others stand while a question is open (R7.5). */
export type Crowd = 'visible' | 'blind';
/** Whether a reveal ends by itself or when the host says so (R4.10). */
export type Pacing = 'auto' | 'host';
/** Which questions of a set a game asks: at random, or the first ones as the author ordered them (R4.11). */
export type QuestionOrder = 'drawn' | 'written';
/** How the choices of a question are ordered (R4.4, R4.11). */
export type ChoiceOrder = 'shuffled' | 'written';

export interface RoomOptions {
  title: string;
  gameMode: GameMode;
  maxPlayerCount: number;
  isPublic: boolean;
  scoring: Scoring;
  crowd: Crowd;
  pacing: Pacing;
  questionOrder: QuestionOrder;
  choiceOrder: ChoiceOrder;
  /** Of each player in a game of survival. */
  lives: number;
  /** Whether ghosts come back once in a game of survival (R14.2). */
  revival: boolean;
  teams: TeamMode;
  /** Whether all questions take half as long again (R6.10). */
  extraTime: boolean;
  theme: Theme;
  /** Whether players may show emotes (R22); unlike the others, it may change in a game, too. */
  emotes: boolean;
  map: MapName;
  walking: Walking;
}

export interface OptionsPayload extends Omit<
  RoomOptions,
  'teams' | 'theme' | 'emotes' | 'map' | 'walking'
> {
  /** There where there are teams. */
  teams?: TeamMode;
  /** There unless it is `own`. */
  theme?: Theme;
  /** There where the host has switched emotes off. */
  emotes?: false;
  /** There unless it is `yard`. */
  map?: MapName;
  /** Beside `map`: 64 rows of 64 tiles in hexadecimal digits, a digit for four tiles, 1 for a wall. */
  walls?: string;
  /** There where walking is checked. */
  walking?: Walking;
  isLocked: boolean;
  /** There where the owner wants nobody to stand in while the hosts are away (R3.2). */
  actingHost?: false;
  /** There where the results of games are kept for the owner (R17.1). */
  resultsKept?: true;
}
