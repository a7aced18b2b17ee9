/** How the players of a room are connected (R11), which only its host is told. */

import type { SamePlace } from './same-place.js';

/** A round trip that is longer counts as slow, in ms. */
export const SLOW_TRIP_MS = 300;
/** How many of the slow and of the gone are named. */
export const HEALTH_NAMED = 10;

/** How a client gets what a flush tells it. */
export type Format = 'json' | 'compact';
/** The transport of a connection. */
export type Transport = 'websocket' | 'polling';

/** A player with a connection, or one without. */
export interface PlayerHealth {
  playerId: string;
  /**
   * From sending a flush to its echo, the median of the last few; null where it is not known, as of clients
   * that read JSON.
   */
  roundTripMs: number | null;
  /** Null of who is gone, and where the process of the connection did not answer. */
  format: Format | null;
  transport: Transport | null;
  /** Whether nothing is sent to it until it has read what is under way. */
  isBehind: boolean;
  /** When the connection was lost, server epoch ms; null while connected. */
  goneSince: number | null;
}

export interface RoomHealth {
  /** Players with a connection; bots are not among them. */
  connected: number;
  /** The players among them who keep up with a round trip of more than `SLOW_TRIP_MS`. */
  slow: number;
  /** The players among them who do not keep up. */
  behind: number;
  /** Players who have a seat and no connection. */
  gone: number;
  /** The formats of those connected, as far as the processes answered. */
  formats: Record<Format, number>;
  transports: Record<Transport, number>;
  /** Over the players whose round trip is known; null where nobody's is. */
  roundTripMs: { players: number; median: number; p95: number } | null;
  /** Those behind, the slowest, and who was lost last; at most `HEALTH_NAMED` connected and as many gone. */
  worst: PlayerHealth[];
  /** Projectors that may play something and whose browser waits for a click first (R20.1). */
  silentScreens: number;
  /** Projectors that are open, and cockpits. */
  screens: number;
  /** Those of `screens` that nobody has opened who runs the room. */
  strangeScreens: number;
  cockpits: number;
  /** Set only for the room's owner without a seat, in the lobby, if one place is right again and again (R15.34). */
  samePlace?: SamePlace;
  /** Whether every process of the server has answered. */
  isComplete: boolean;
}
