/** Moderation on the wire (R1.7, R8.3 …). */
import type { Audience } from './audience.js';

/** Stands in place of a word that the filter masks, however long it was. */
export const MASK = '***';

/** The languages that the program has a list of bad words for. */
export const FILTERED_LANGUAGES = ['en', 'ko'] as const;

/** Says who decides the names of players (R1.7): they do, nobody (names are drawn), or a list that the host brings. */
export type NamePolicy = 'free' | 'generated' | 'list';

/** How the host keeps order. */
export interface ModerationOptions {
  /** How long each player waits between two messages, in seconds; 0 for not at all (R8.5). */
  slowSeconds: number;
  /** Whether words of a list are masked in what is said, and not taken as names (R8.6). */
  filterWords: boolean;
  names: NamePolicy;
}

/** The words of a message that was masked, told to those who run the room alone (R8.7). */
export interface MaskedMessage {
  id: number;
  audience: Audience;
  message: string;
}

/** The name that somebody wanted and that the word filter replaced; told to the same (R8.7). */
export interface ReplacedName {
  playerId: string;
  /** The name that was drawn; the player may have another one by now. */
  playerName: string;
  wanted: string;
}

/** A masked message as it was said, by its id in either audience; null where those who are told know none. */
export interface UnmaskedMessage {
  living: number | null;
  ghosts: number | null;
  message: string;
}

/** Ids of messages, as each audience counts them. */
export interface DeletedIds {
  living: number[];
  ghosts: number[];
}
