/**
 * Compact frames: everything that one flush tells an audience, as the payload of one `flush` event,
 * for clients that connect with `auth.format: 'compact'`.
 */
import type {
  ChatEntry,
  CompactChat,
  CompactFact,
  CompactFlush,
  CompactMessage,
  PositionUpdate,
} from './events.js';
import { toFraction } from './position.js';

/** Who sits in a slot, as far as the reader knows. */
export interface SlotHolder {
  playerId: string;
  playerName: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** A move is three 16-bit values, big-endian, which are eight digits of base64 without padding. */
const MOVE_DIGITS = 8;

const digitValues = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) digitValues[DIGITS.charCodeAt(value)] = value;

/** One move: slot, and the position in steps (`STEPS`); all fit 16 bits. */
export function encodeMove(slot: number, x: number, y: number): string {
  return (
    DIGITS.charAt(slot >> 10) +
    DIGITS.charAt((slot >> 4) & 63) +
    DIGITS.charAt(((slot & 15) << 2) | (x >> 14)) +
    DIGITS.charAt((x >> 8) & 63) +
    DIGITS.charAt((x >> 2) & 63) +
    DIGITS.charAt(((x & 3) << 4) | (y >> 12)) +
    DIGITS.charAt((y >> 6) & 63) +
    DIGITS.charAt(y & 63)
  );
}

function decodeMoves(text: string, playerAt: (slot: number) => SlotHolder | undefined) {
  const updates: PositionUpdate[] = [];
  const digit = (at: number): number => digitValues[text.charCodeAt(at)] ?? 0;
  for (let at = 0; at + MOVE_DIGITS <= text.length; at += MOVE_DIGITS) {
    const slot = (digit(at) << 10) | (digit(at + 1) << 4) | (digit(at + 2) >> 2);
    const x =
      ((digit(at + 2) & 3) << 14) |
      (digit(at + 3) << 8) |
      (digit(at + 4) << 2) |
      (digit(at + 5) >> 4);
    const y = ((digit(at + 5) & 15) << 12) | (digit(at + 6) << 6) | digit(at + 7);
    const playerId = playerAt(slot)?.playerId;
    if (playerId !== undefined)
      updates.push({ playerId, playerPosition: [toFraction(x), toFraction(y)] });
  }
  return updates;
}

/**
 * The facts of a flush as a JSON client would have got them, in order. `playerAt` is asked after the
 * facts before were handed out, so apply each before taking the next.
 */
export function* decodeFlush(
  [seq, moves, chat, before, after]: CompactFlush,
  playerAt: (slot: number) => SlotHolder | undefined,
): Generator<CompactFact> {
  yield* before ?? [];
  if (moves !== '') yield ['updatePosition', { seq, updates: decodeMoves(moves, playerAt) }];
  if (chat) {
    const [lastId, lastTimestamp, rows] = chat;
    const messages = rows.map(([slot, message, age, said], index): ChatEntry => {
      const holder = said ?? playerAt(slot);
      return {
        id: lastId - (rows.length - 1 - index),
        playerId: holder?.playerId ?? '',
        playerName: holder?.playerName ?? '',
        message,
        timestamp: lastTimestamp - age,
      };
    });
    yield ['chatMessage', { seq: lastId, messages }];
  }
  yield* after ?? [];
}

/** Messages of one flush, whose ids follow each other; `slotOf` names a sender who still has the name. */
export function encodeChat(
  messages: readonly ChatEntry[],
  slotOf: (entry: ChatEntry) => number | undefined,
): CompactChat {
  const last = messages.at(-1);
  const timestamp = last?.timestamp ?? 0;
  const rows = messages.map((entry): CompactMessage => {
    const slot = slotOf(entry);
    const age = timestamp - entry.timestamp;
    const { playerId, playerName, message } = entry;
    return slot === undefined ? [-1, message, age, { playerId, playerName }] : [slot, message, age];
  });
  return [last?.id ?? 0, timestamp, rows];
}
