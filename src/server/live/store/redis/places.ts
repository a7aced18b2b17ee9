/**
 * Where everybody stands, and since when: two texts in which each slot has a part of fixed length, so that a store
 * hands out those of a large hall at once.
 */
import type { Entry } from '../../../../game/room-state.js';
import type { Position } from '../../../../game/shared/zones.js';
import { decodeMove, encodeMove, MOVE_DIGITS } from '../../../../protocol/index.js';
import type { Write } from './scripts.js';

/** The question before the ms, each with spaces in front; `share.lua` writes it. */
const QUESTION_LENGTH = 16;
const ENTRY_LENGTH = QUESTION_LENGTH + 8;

/** The places that a room's texts tell; empty where a key is missing. */
export interface Places {
  positions: string;
  entered: string;
}

export interface Move {
  slot: number;
  position: Position;
}

/** As it stands in `positions`, and as the channel tells it. */
export const formatMove = ({ slot, position: [x, y] }: Move): string => encodeMove(slot, x, y);

export function placeWrite(move: Move): Write {
  return ['SETRANGE', 'positions', move.slot * MOVE_DIGITS, formatMove(move)];
}

/** Whoever had the slot stands nowhere any more. */
export function emptyWrites(slot: number): Write[] {
  return [
    ['SETRANGE', 'positions', slot * MOVE_DIGITS, ' '.repeat(MOVE_DIGITS)],
    ['SETRANGE', 'entered', slot * ENTRY_LENGTH, ' '.repeat(ENTRY_LENGTH)],
  ];
}

/** All moves of a text of the channel, or of the positions that are taken. */
export function parseMoves(text: string): Move[] {
  const moves: Move[] = [];
  for (let at = 0; at < text.length; at += MOVE_DIGITS)
    if (isWritten(text, at)) {
      const { slot, x, y } = decodeMove(text, at);
      moves.push({ slot, position: [x, y] });
    }
  return moves;
}

export function placeOf(
  slot: number,
  { positions, entered }: Places,
): { position: Position; entered: Entry | null } {
  const { x, y } = decodeMove(positions, slot * MOVE_DIGITS);
  const at = slot * ENTRY_LENGTH;
  const msAt = at + QUESTION_LENGTH;
  if (!isWritten(entered, msAt - 1)) return { position: [x, y], entered: null };
  const question = entered.slice(at, msAt).trimStart();
  const ms = Number(entered.slice(msAt, at + ENTRY_LENGTH));
  return { position: [x, y], entered: { question, ms } };
}

/** Redis fills up with zeros what nobody has written. */
const isWritten = (text: string, at: number): boolean => text.charCodeAt(at) > 32;
