/** What a flush costs before and after the wire, as compact clients get it and as clients of JSON events do. */
import {
  decodeFlush,
  encodeChat,
  encodeMove,
  NAMESPACE,
  toFraction,
  type ChatEntry,
  type CompactFlush,
  type PositionUpdate,
  type ServerPayload,
} from '../../src/protocol/index.js';
import { measure, type Piece } from './piece.js';
import { CHATS, holders, MOVES, sampleFlush, slotOf, type SampleFlush } from './hall.js';

/** Of an Engine.IO packet with a Socket.IO event in it. */
const EVENT_PREFIX = `42${NAMESPACE},`;

export interface Encoding {
  name: string;
  /** Text frames, as the server makes them once per audience. */
  encode(flush: SampleFlush): string[];
  decode(frames: readonly string[]): { updates: PositionUpdate[]; messages: ChatEntry[] };
}

export function compactPayload({ seq, moves, chat }: SampleFlush): CompactFlush {
  let packed = '';
  for (const { slot, x, y } of moves) packed += encodeMove(slot, x, y);
  return [seq, packed, encodeChat(chat, slotOf)];
}

export function jsonPayloads({ seq, moves, chat }: SampleFlush) {
  const updates = moves.map(({ playerId, x, y }): PositionUpdate => ({
    playerId,
    playerPosition: [toFraction(x), toFraction(y)],
  }));
  return [
    { seq, updates },
    { seq: chat.at(-1)?.id ?? 0, messages: chat },
  ] satisfies [ServerPayload<'updatePosition'>, ServerPayload<'chatMessage'>];
}

const frameOf = (event: string, payload: unknown): string =>
  EVENT_PREFIX + JSON.stringify([event, payload]);

function payloadOf(frame = ''): unknown {
  const [, payload] = JSON.parse(frame.slice(EVENT_PREFIX.length)) as [string, unknown];
  return payload;
}

const compact: Encoding = {
  name: 'base64, one text frame',
  encode: (flush) => [frameOf('flush', compactPayload(flush))],
  decode: ([frame]) => {
    const facts: ReturnType<Encoding['decode']> = { updates: [], messages: [] };
    for (const [event, payload] of decodeFlush(
      payloadOf(frame) as CompactFlush,
      (slot) => holders[slot],
    ))
      if (event === 'updatePosition') facts.updates = payload.updates;
      else if (event === 'chatMessage') facts.messages = payload.messages;
    return facts;
  },
};

const jsonEvents: Encoding = {
  name: 'JSON events, two text frames',
  encode: (flush) => {
    const [moves, chat] = jsonPayloads(flush);
    return [frameOf('updatePosition', moves), frameOf('chatMessage', chat)];
  },
  decode: ([moves, chat]) => ({
    updates: (payloadOf(moves) as ServerPayload<'updatePosition'>).updates,
    messages: (payloadOf(chat) as ServerPayload<'chatMessage'>).messages,
  }),
};

export const ENCODINGS: readonly Encoding[] = [compact, jsonEvents];

export function bytesOf(frames: readonly string[]): number {
  return frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
}

/** A table with a line for each encoding. */
function pieceOf(
  name: string,
  about: string,
  per: string,
  taskOf: (encoding: Encoding, flush: SampleFlush) => () => unknown,
): Piece {
  return {
    name,
    about,
    run: async ({ quick }) => {
      const flush = sampleFlush();
      const tasks = ENCODINGS.map((encoding) => ({
        name: encoding.name,
        run: taskOf(encoding, flush),
        bytes: bytesOf(encoding.encode(flush)),
      }));
      const operation = `one flush of ${MOVES} moves and ${CHATS} messages, ${per}`;
      return [{ title: name, operation, figures: await measure(tasks, quick), note: '' }];
    },
  };
}

export const encode = pieceOf(
  'encode',
  'a flush into what goes over the wire, Socket.IO’s framing included',
  'once per audience',
  (encoding, flush) => () => encoding.encode(flush),
);

export const decode = pieceOf(
  'decode',
  'the same on the client: from frames to moves and messages',
  'per client',
  (encoding, flush) => {
    const frames = encoding.encode(flush);
    return () => encoding.decode(frames);
  },
);
