import { describe, expect, it } from 'vitest';
import { chatBounds, takeChat } from '../../src/game/chat-bucket.js';
import { limits } from '../../src/protocol/index.js';

const { CROWD_CHATS_AT_ONCE, CROWD_CHATS_PER_S, HALL_CHATS_PER_S } = limits;
const BIG = chatBounds({ maxPlayerCount: 2_000 });

describe('R23.4 the chat of a big room', () => {
  it('takes a burst, then one message each time its share of a second has passed', () => {
    const bucket = { left: CROWD_CHATS_AT_ONCE, at: 0 };
    for (let n = 0; n < CROWD_CHATS_AT_ONCE; n++) expect(takeChat(bucket, 1_000, BIG)).toBe(0);
    expect(takeChat(bucket, 1_000, BIG)).toBe(1000 / CROWD_CHATS_PER_S);
    expect(takeChat(bucket, 1_030, BIG)).toBe(1000 / CROWD_CHATS_PER_S - 30);
    expect(takeChat(bucket, 1_050, BIG)).toBe(0);
    expect(takeChat(bucket, 1_051, BIG)).toBeGreaterThan(0);
  });

  it('is full again at most, and goes on where the clock was set back', () => {
    const bucket = { left: 0, at: 10_000 };
    expect(takeChat(bucket, 4_000, BIG)).toBeGreaterThan(0);
    expect(takeChat(bucket, 4_050, BIG)).toBe(0);
    expect(takeChat(bucket, 1_000_000, BIG)).toBe(0);
    expect(bucket.left).toBe(CROWD_CHATS_AT_ONCE - 1);
  });
});

describe('R8.9 the chat of a hall', () => {
  it('takes one message of each seat at once, then forty a second of all players together', () => {
    const hall = chatBounds({ maxPlayerCount: 30 });
    const bucket = { left: Infinity, at: 0 };
    for (let n = 0; n < 30; n++) expect(takeChat(bucket, 1_000, hall)).toBe(0);
    expect(takeChat(bucket, 1_000, hall)).toBe(1000 / HALL_CHATS_PER_S);
    let taken = 0;
    for (let ms = 1_001; ms <= 2_000; ms++) if (takeChat(bucket, ms, hall) === 0) taken++;
    expect(taken).toBe(HALL_CHATS_PER_S);
  });

  it('takes more at once where more people sit', () => {
    expect(chatBounds({ maxPlayerCount: 500 })).toEqual({ perSecond: 40, atOnce: 500 });
    expect(chatBounds({ maxPlayerCount: 501 })).toEqual({ perSecond: 20, atOnce: 40 });
  });
});
