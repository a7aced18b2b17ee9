/** The script of a reveal and of the end of a game, one beat after the other (R19). */

import type { InLanguages } from './set-languages.js';

/** Something that happened in a question, told in a beat of its own. Of a named player it tells the slot. */
export type Moment =
  /** The only one who was right. */
  | { kind: 'lone'; slot: number }
  /** Gained the most ranks. */
  | { kind: 'climb'; slot: number; ranks: number }
  /** Came to the right value first, `ms` after the choices appeared. */
  | { kind: 'fastest'; slot: number; ms: number }
  /** Has the most right answers in a row. */
  | { kind: 'streak'; slot: number; rights: number }
  /** In survival: so many of those who lived have fallen. */
  | { kind: 'fell'; people: number; of: number }
  /** In survival: the only one who has lost no life yet, of several. */
  | { kind: 'unhurt'; slot: number; lives: number }
  /** So many came to their value within the last second. */
  | { kind: 'late'; people: number };

/** A part of a reveal, `ms` long. The last one, `rest`, has no length: it lasts as long as the phase does. */
export type RevealBeat =
  /** Everybody stands still, and the light goes down. */
  | { scene: 'dark'; ms: number }
  /** How many stand where, zone by zone. */
  | { scene: 'count'; ms: number }
  /** A wrong zone falls away. */
  | { scene: 'fall'; ms: number; zone: number }
  /** The right zone and this one are left. */
  | { scene: 'two'; ms: number; zone: number }
  /** Nobody was right, so nobody falls (R6.2). */
  | { scene: 'spared'; ms: number }
  /** One of several parts (R16.21): what is right in it, and for how many of those who played. */
  | { scene: 'part'; ms: number; part: number; right: number; played: number }
  /** The solution, and how many of those who played were right. */
  | { scene: 'answer'; ms: number; right: number; played: number }
  | { scene: 'moment'; ms: number; moment: Moment }
  /** A moment that projectors show by the last seconds of the question, as far as they have seen them. */
  | { scene: 'replay'; ms: number; moment: Moment }
  /** The ranking; with `firsts` so many share the first rank, more than a list has rows. */
  | { scene: 'ranking'; ms: number; firsts?: number }
  | { scene: 'rest'; ms: 0 };

/** Given when a game is over. Of a named player it tells the slot. */
export type Award =
  /** The question that the fewest answered right. */
  | ({ kind: 'hardest'; quiz: string; right: number; played: number } & InLanguages)
  /** Rose by the most ranks from where they were lowest. */
  | { kind: 'comeback'; slot: number; ranks: number }
  /** Shortest time of a right answer on average, in ms. */
  | { kind: 'fastest'; slot: number; ms: number }
  /** Most right answers in a row. */
  | { kind: 'streak'; slot: number; rights: number }
  /** The only one who never lost the last life. */
  | { kind: 'lastStanding'; slot: number }
  /** First in the ghosts' league. */
  | { kind: 'ghost'; slot: number; rights: number };

/** A part of the end of a game. The last one, `podium`, lasts until the next game. */
export type FinalBeat =
  | { scene: 'black'; ms: number }
  /** A row of the results below the podium appears, from the last to the first. */
  | { scene: 'row'; ms: number; row: number }
  /** Everybody with this rank goes up on the podium. */
  | { scene: 'step'; ms: number; rank: number }
  | { scene: 'award'; ms: number; award: Award }
  | { scene: 'credits'; ms: number }
  | { scene: 'podium'; ms: 0 };

export interface FinalTotals {
  players: number;
  questions: number;
  answers: number;
  rights: number;
  /** Metres that all have walked while questions were open; none of a game from before it was counted. */
  walked?: number;
}

export interface Final {
  /** Server epoch ms. */
  startTime: number;
  beats: readonly FinalBeat[];
  totals: FinalTotals;
}
