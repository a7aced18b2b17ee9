/** The densest form of a flush that still is plain to read: 16-bit fields and UTF-8, big-endian. */
import { toFraction, type ChatEntry, type PositionUpdate } from '../../src/protocol/index.js';
import { holders, slotOf, type SampleFlush } from './sample-flush.js';

/** Number of the flush, number of moves, id of the last message and its time (epoch ms). */
const HEAD_BYTES = 4 + 2 + 4 + 8;
const MOVE_BYTES = 6;
/** Slot, age in ms, length of the text. */
const CHAT_HEAD_BYTES = 2 + 4 + 2;

const utf8 = new TextDecoder();

export function packFlush({ seq, moves, chat }: SampleFlush): Buffer {
  const last = chat.at(-1);
  const texts = chat.map(({ message }) => Buffer.byteLength(message));
  const chatBytes = texts.reduce((sum, bytes) => sum + CHAT_HEAD_BYTES + bytes, 0);
  const packed = Buffer.allocUnsafe(HEAD_BYTES + moves.length * MOVE_BYTES + chatBytes);
  let at = packed.writeUInt32BE(seq, 0);
  at = packed.writeUInt16BE(moves.length, at);
  at = packed.writeUInt32BE(last?.id ?? 0, at);
  at = packed.writeDoubleBE(last?.timestamp ?? 0, at);
  for (const { slot, x, y } of moves) {
    at = packed.writeUInt16BE(slot, at);
    at = packed.writeUInt16BE(x, at);
    at = packed.writeUInt16BE(y, at);
  }
  for (const [index, entry] of chat.entries()) {
    at = packed.writeUInt16BE(slotOf(entry.playerId) ?? 0, at);
    at = packed.writeUInt32BE((last?.timestamp ?? 0) - entry.timestamp, at);
    at = packed.writeUInt16BE(texts[index] ?? 0, at);
    at += packed.write(entry.message, at);
  }
  return packed;
}

/** As a browser would, without Buffer. */
export function unpackFlush(packed: Uint8Array): {
  updates: PositionUpdate[];
  messages: ChatEntry[];
} {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = view.getUint16(4);
  const lastId = view.getUint32(6);
  const lastTimestamp = view.getFloat64(10);
  const updates: PositionUpdate[] = [];
  let at = HEAD_BYTES;
  for (; updates.length < count; at += MOVE_BYTES) {
    const [x, y] = [view.getUint16(at + 2), view.getUint16(at + 4)];
    const playerId = holders[view.getUint16(at)]?.playerId ?? '';
    updates.push({ playerId, playerPosition: [toFraction(x), toFraction(y)] });
  }
  const messages: ChatEntry[] = [];
  while (at < packed.byteLength) {
    const bytes = view.getUint16(at + 6);
    const text = packed.subarray(at + CHAT_HEAD_BYTES, at + CHAT_HEAD_BYTES + bytes);
    messages.push({
      id: 0,
      ...(holders[view.getUint16(at)] ?? { playerId: '', playerName: '' }),
      message: utf8.decode(text),
      timestamp: lastTimestamp - view.getUint32(at + 2),
    });
    at += CHAT_HEAD_BYTES + bytes;
  }
  for (const [index, message] of messages.entries())
    message.id = lastId - (messages.length - 1 - index);
  return { updates, messages };
}
