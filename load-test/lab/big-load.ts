/** What the players of one big room do (R23), alike in every experiment. */
import type { SwarmOptions } from '../swarm/options.js';

/** A little more than the room takes, so that some are refused. */
export const CHATS_PER_SECOND = 24;
const OBSERVERS = 20;

/** One room of raw clients who walk about, of whom some read everything. `rate`: events a second of each. */
export function bigLoad(
  players: number,
  rate: number,
  chatsPerSecond = CHATS_PER_SECOND,
): Partial<SwarmOptions> {
  return {
    rooms: 1,
    players,
    rate,
    chatShare: Math.min(1, chatsPerSecond / (players * rate)),
    observers: Math.min(players, OBSERVERS),
    format: 'compact2',
    walk: true,
    // Its pings would be the server's work.
    probe: false,
  };
}
