import { describe, expect, it } from 'vitest';
import { takeChat } from '../../src/game/chat-bucket.js';
import { limits } from '../../src/protocol/index.js';

const { CROWD_CHATS_AT_ONCE, CROWD_CHATS_PER_S } = limits;

describe('R23.4 the chat of a big room', () => {
  it('takes a burst, then one message each time its share of a second has passed', () => {
    const bucket = { left: CROWD_CHATS_AT_ONCE, at: 0 };
    for (let n = 0; n < CROWD_CHATS_AT_ONCE; n++) expect(takeChat(bucket, 1_000)).toBe(0);
    expect(takeChat(bucket, 1_000)).toBe(1000 / CROWD_CHATS_PER_S);
    expect(takeChat(bucket, 1_030)).toBe(1000 / CROWD_CHATS_PER_S - 30);
    expect(takeChat(bucket, 1_050)).toBe(0);
    expect(takeChat(bucket, 1_051)).toBeGreaterThan(0);
  });

  it('is full again at most, and goes on where the clock was set back', () => {
    const bucket = { left: 0, at: 10_000 };
    expect(takeChat(bucket, 4_000)).toBeGreaterThan(0);
    expect(takeChat(bucket, 4_050)).toBe(0);
    expect(takeChat(bucket, 1_000_000)).toBe(0);
    expect(bucket.left).toBe(CROWD_CHATS_AT_ONCE - 1);
  });
});
