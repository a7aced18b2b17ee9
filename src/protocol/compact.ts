/**
 * Compact frames: everything that one flush tells an audience, as the payload of one `flush` event,
 * for clients that connect with `auth.format: 'compact'`.
 */
import type {
  ChatEntry,
  CompactChat,
  CompactEvent,
  CompactFlush,
  CompactMark,
  CompactMessage,
  CompactResult,
  CompactReveal,
  CompactResults,
  FlushEvent,
  Mark,
  PositionUpdate,
  ResultRow,
  ResultsPayload,
  RevealPayload,
} from './events.js';
import { toFraction } from './position.js';

/** Who sits in a slot, as far as the reader knows. */
export interface SlotHolder {
  playerId: string;
  playerName: string;
}

/** Finds the slot in which a reader finds this player, by this name where one is given. */
export type SlotFinder = (playerId: string, playerName?: string) => number | undefined;

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
 * The events of a flush as a JSON client would have got them, in order. `playerAt` is asked after the
 * events before were handed out, so apply each before taking the next.
 */
export function* decodeFlush(
  [seq, moves, chat, before, after]: CompactFlush,
  playerAt: (slot: number) => SlotHolder | undefined,
): Generator<FlushEvent> {
  for (const event of before ?? []) yield decodeEvent(event, playerAt);
  if (moves !== '') yield ['updatePosition', { seq, updates: decodeMoves(moves, playerAt) }];
  if (chat) {
    const [lastId, lastTimestamp, rows] = chat;
    const messages = rows.flatMap(([slot, message, age, said], index): ChatEntry[] => {
      // Taken back before it was told; it is there for the numbers of the others.
      if (message === '') return [];
      const holder = said ?? playerAt(slot);
      return [
        {
          id: lastId - (rows.length - 1 - index),
          playerId: holder?.playerId ?? '',
          playerName: holder?.playerName ?? '',
          message,
          timestamp: lastTimestamp - age,
        },
      ];
    });
    const seq = messages.at(-1)?.id;
    if (seq !== undefined) yield ['chatMessage', { seq, messages }];
  }
  for (const event of after ?? []) yield decodeEvent(event, playerAt);
}

/** Messages of one flush, whose ids follow each other. */
export function encodeChat(messages: readonly ChatEntry[], slotOf: SlotFinder): CompactChat {
  const last = messages.at(-1);
  const timestamp = last?.timestamp ?? 0;
  const rows = messages.map((entry): CompactMessage => {
    const { playerId, playerName, message } = entry;
    const slot = slotOf(playerId, playerName);
    const age = timestamp - entry.timestamp;
    return slot === undefined ? [-1, message, age, { playerId, playerName }] : [slot, message, age];
  });
  return [last?.id ?? 0, timestamp, rows];
}

/** Everybody's marks and results take a fifth of the bytes by slot; other events go as they are. */
export function encodeEvent(frame: FlushEvent, slotOf: SlotFinder): CompactEvent {
  const [event, payload] = frame;
  if (event === 'endQuizTime') return [event, encodeReveal(payload, slotOf)];
  if (event === 'endGame') return [event, encodeResults(payload, slotOf)];
  return frame;
}

function decodeEvent(
  frame: CompactEvent,
  playerAt: (slot: number) => SlotHolder | undefined,
): FlushEvent {
  const [event, payload] = frame;
  if (event === 'endQuizTime') return [event, decodeReveal(payload, playerAt)];
  if (event === 'endGame') return [event, decodeResults(payload, playerAt)];
  return frame;
}

const RIGHT = 1;
const ALIVE = 2;
const PLAYED = 4;
/** Above the flags. */
const GAIN = 8;

function encodeReveal(reveal: RevealPayload, slotOf: SlotFinder): CompactReveal {
  const { answer, players, rights, isVoid = false } = reveal;
  const marks = players.map((mark): CompactMark => {
    const { playerId, score, rank, isAnswer, isAlive, played, gain } = mark;
    const slot = slotOf(playerId);
    const flags = (isAnswer ? RIGHT : 0) | (isAlive ? ALIVE : 0) | (played ? PLAYED : 0);
    const outcome = flags + gain * GAIN;
    return slot === undefined ? [-1, score, rank, outcome, playerId] : [slot, score, rank, outcome];
  });
  return rights === undefined ? [answer, marks] : [answer, marks, { rights, isVoid }];
}

function decodeReveal(
  [answer, marks, corrected]: CompactReveal,
  playerAt: (slot: number) => SlotHolder | undefined,
): RevealPayload {
  const players = marks.flatMap(([slot, score, rank, outcome, named]): Mark[] => {
    const playerId = named ?? playerAt(slot)?.playerId;
    if (playerId === undefined) return [];
    const has = (bit: number): boolean => (outcome & bit) !== 0;
    const [isAnswer, isAlive, played] = [has(RIGHT), has(ALIVE), has(PLAYED)];
    const gain = Math.floor(outcome / GAIN);
    return [{ playerId, score, isAnswer, isAlive, played, rank, gain }];
  });
  return { answer, players, ...corrected };
}

function encodeResults({ hostId, results }: ResultsPayload, slotOf: SlotFinder): CompactResults {
  const rows = results.map(({ playerId, playerName, slot, score, rank }): CompactResult => {
    const isThere = slotOf(playerId, playerName) === slot;
    return isThere ? [slot, score, rank] : [slot, score, rank, { playerId, playerName }];
  });
  return [hostId, rows];
}

function decodeResults(
  [hostId, rows]: CompactResults,
  playerAt: (slot: number) => SlotHolder | undefined,
): ResultsPayload {
  const results = rows.flatMap(([slot, score, rank, who]): ResultRow[] => {
    const holder = who ?? playerAt(slot);
    if (holder === undefined) return [];
    const { playerId, playerName } = holder;
    return [{ playerId, playerName, slot, score, rank }];
  });
  return { hostId, results };
}
