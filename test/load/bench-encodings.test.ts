import { describe, expect, it } from 'vitest';
import { bytesOf, ENCODINGS } from '../../load-test/bench/encode.js';
import { CHATS, holders, MOVES, sampleFlush } from '../../load-test/bench/hall.js';
import { toFraction } from '../../src/protocol/index.js';

const flush = sampleFlush();

describe('a flush to be encoded', () => {
  it('has moves of different players at different places, and chat of others', () => {
    expect(new Set(flush.moves.map(({ slot }) => slot)).size).toBe(MOVES);
    expect(new Set(flush.moves.flatMap(({ x, y }) => [x, y])).size).toBe(2 * MOVES);
    expect(flush.chat).toHaveLength(CHATS);
    for (const { slot, playerId } of flush.moves) expect(holders[slot]?.playerId).toBe(playerId);
  });
});

describe.each(ENCODINGS.map((encoding) => [encoding.name, encoding] as const))('%s', (_, way) => {
  it('carries every move and message', () => {
    const { updates, messages } = way.decode(way.encode(flush));
    expect(updates).toEqual(
      flush.moves.map(({ playerId, x, y }) => ({
        playerId,
        playerPosition: [toFraction(x), toFraction(y)],
      })),
    );
    expect(messages).toEqual(flush.chat);
  });
});

describe('what the floor sends', () => {
  it('is about as long as a compact flush', () => {
    expect(Math.abs(bytesOf(ENCODINGS[0]!.encode(flush)) - 350)).toBeLessThan(25);
  });
});
