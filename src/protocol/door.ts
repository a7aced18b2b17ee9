/** Reports of a room's door for those who run the room (R1.8, R1.9), and removals of many (R3.7). */
import type { ErrorCode } from './errors.js';

/** All who never moved, or all who came in the last minute. */
export type Removal = 'unmoved' | 'lastMinute';

/** How long somebody is counted who was turned away, in ms. */
export const TURNED_AWAY_MS = 10 * 60_000;
/** Names of the list that are told at once. */
export const MISSING_TOLD = 300;

/** Where somebody stands who waits to be seated (R1.8); told within two seconds, and then every two. */
export interface QueuePlace {
  /** From 1 on, among those of the same address. */
  place: number;
  /** About how long it takes. */
  seconds: number;
}

export interface DoorReport {
  /** People who were turned away in the last ten minutes and have not come in since, by why. */
  turnedAway: Partial<Record<ErrorCode, number>>;
  /** How many wait to be seated. */
  waiting: number;
  /** How many names of the list nobody here has; null where the room has no list. */
  missing: number | null;
  /** The first of these, in the order of the list, where they were asked for. */
  names?: string[];
  /** Whether every process of the server has answered. */
  isComplete: boolean;
}
