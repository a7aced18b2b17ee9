import { CROWD_CHATS_AT_ONCE, CROWD_CHATS_PER_S } from '../protocol/limits.js';

/** How many messages a big room takes now, as it stood at `at`, epoch ms (R23.4). */
export interface ChatBucket {
  left: number;
  at: number;
}

/** Takes one message out; returns 0, or in how many ms there will be room for one. */
export function takeChat(bucket: ChatBucket, now: number): number {
  // The clock may have been set back.
  const passed = Math.max(0, now - bucket.at);
  bucket.left = Math.min(CROWD_CHATS_AT_ONCE, bucket.left + (passed * CROWD_CHATS_PER_S) / 1000);
  bucket.at = now;
  if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * 1000) / CROWD_CHATS_PER_S);
  bucket.left -= 1;
  return 0;
}
