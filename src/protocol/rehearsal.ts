/** A rehearsal of the hall with bots (R12). */

/** For how long one goes on at most. */
export const REHEARSAL_MS = 180_000;

/** Both 0 where none is going on; `endTime` is server epoch ms. */
export interface RehearsalPayload {
  bots: number;
  endTime: number;
}

/**
 * Whether the hall will work, in one word: the server was too slow; the devices that were there had slow
 * connections; everything was in time; or the server was in time, and no device of anybody but bots was measured.
 * `cutShort` where a game or something else needed the process before anything could be told.
 */
export type RehearsalOutcome =
  'serverSlow' | 'networkSlow' | 'good' | 'networkUntested' | 'cutShort';

export interface RehearsalVerdict {
  outcome: RehearsalOutcome;
  /** Bots that were let in. */
  bots: number;
  /** From asking for a seat to having the room, of 95 % of the bots, in ms; null where none got in. */
  joinP95Ms: number | null;
  /** Devices of players whose round trip was measured, and of these those with a slow connection. */
  devices: number;
  slow: number;
  /** From a flush to its echo, of 95 % of these devices, in ms; null without any. */
  delayP95Ms: number | null;
  /** By how much the server's event loop was late, 99 % of the time, in ms. */
  lateP99Ms: number;
}
