/** What one flush of a hall tells: 200 players, 2 events a second each, a tenth of it chat, every 50 ms. */
import type { ChatEntry, SlotHolder } from '../../src/protocol/index.js';
import { STEPS } from '../../src/protocol/position.js';

export const PLAYERS = 200;
export const MOVES = 18;
export const CHATS = 2;
/** 20 Hangul syllables. */
export const MESSAGE = '가나다라마바사아자차카타파하거너더러머버';

export interface SampleMove {
  slot: number;
  playerId: string;
  /** In steps. */
  x: number;
  y: number;
}

export interface SampleFlush {
  seq: number;
  moves: SampleMove[];
  chat: ChatEntry[];
}

/** By slot; ids are as long as real ones. */
export const holders: readonly SlotHolder[] = Array.from({ length: PLAYERS }, (_, slot) => ({
  playerId: `player-${slot}`.padEnd(12, '_'),
  playerName: `Guest ${slot}`,
}));

const slots = new Map(holders.map(({ playerId }, slot) => [playerId, slot]));

export function slotOf(playerId: string): number | undefined {
  return slots.get(playerId);
}

/** The same at every call. Far into a game, as numbers have more digits there. */
export function sampleFlush(): SampleFlush {
  return {
    seq: 20_123,
    moves: Array.from({ length: MOVES }, (_, n) => {
      const slot = (n * 11) % PLAYERS;
      const [x, y] = [(n * 9_973 + 31) % STEPS, (n * 27_644_437 + 77) % STEPS];
      return { slot, playerId: holders[slot]?.playerId ?? '', x, y };
    }),
    chat: Array.from({ length: CHATS }, (_, n) => {
      const holder = holders[100 + n] ?? { playerId: '', playerName: '' };
      return { id: 2_011 + n, ...holder, message: MESSAGE, timestamp: 1_700_000_000_000 + n * 7 };
    }),
  };
}
