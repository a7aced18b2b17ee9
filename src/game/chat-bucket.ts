import { CROWD_CHATS_AT_ONCE, CROWD_CHATS_PER_S, HALL_CHATS_PER_S } from '../protocol/limits.js';
import type { RoomOptions } from '../protocol/room-options.js';
import { isBig } from './big-room.js';

/** How many messages a room takes now, as it stood at `at`, epoch ms; full at first. */
export interface ChatBucket {
  left: number;
  at: number;
}

/** How many messages a room takes, of all players together. */
export interface ChatBounds {
  perSecond: number;
  atOnce: number;
}

/** A hall takes one message of each seat at once (R8.9), a big room far fewer (R23.4). */
export function chatBounds(options: Pick<RoomOptions, 'maxPlayerCount'>): ChatBounds {
  return isBig(options)
    ? { perSecond: CROWD_CHATS_PER_S, atOnce: CROWD_CHATS_AT_ONCE }
    : { perSecond: HALL_CHATS_PER_S, atOnce: options.maxPlayerCount };
}

/** Takes one message out; returns 0, or in how many ms there will be room for one. */
export function takeChat(
  bucket: ChatBucket,
  now: number,
  { perSecond, atOnce }: ChatBounds,
): number {
  // The clock may have been set back.
  const passed = Math.max(0, now - bucket.at);
  bucket.left = Math.min(atOnce, bucket.left + (passed * perSecond) / 1000);
  bucket.at = now;
  if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * 1000) / perSecond);
  bucket.left -= 1;
  return 0;
}
