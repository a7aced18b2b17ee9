/** Ways to put a flush on the wire, each with what reads it again; all carry the same. */
import { Server } from 'socket.io';
import {
  decodeFlush,
  encodeChat,
  encodeMove,
  NAMESPACE,
  toFraction,
  type ChatEntry,
  type CompactChat,
  type CompactFlush,
  type PositionUpdate,
  type ServerToClientEvents,
} from '../../src/protocol/index.js';
import { packFlush, unpackFlush } from './packed-flush.js';
import { holders, slotOf, type SampleFlush, type SampleMove } from './sample-flush.js';

/** A text or a binary WebSocket frame each. */
export type Frames = (string | Buffer)[];

export interface FlushEvents {
  updates: PositionUpdate[];
  messages: ChatEntry[];
}

export interface Encoding {
  name: string;
  encode(flush: SampleFlush): Frames;
  decode(frames: Frames): FlushEvents;
}

const MOVE_BYTES = 6;
/** Of Socket.IO; it finds buffers by itself. */
const EVENT = 2;
/** Of Engine.IO; stands before each text frame of Socket.IO. */
const MESSAGE_TYPE = '4';
const EVENT_HEAD = `${MESSAGE_TYPE}${EVENT}${NAMESPACE},`;

/** Socket.IO's own, as its adapter uses it once per broadcast. */
const { encoder } = new Server();

function socketFrames(event: string, payload: unknown): Frames {
  const packet = { type: EVENT, nsp: NAMESPACE, data: [event, payload] };
  const [text, ...attachments] = encoder.encode(packet) as [string, ...Buffer[]];
  return [MESSAGE_TYPE + text, ...attachments];
}

function payloadOf(frame: string | Buffer | undefined): unknown {
  const [, payload] = JSON.parse(String(frame).slice(EVENT_HEAD.length)) as [string, unknown];
  return payload;
}

function compact(name: string, packMoves: (moves: SampleMove[]) => string): Encoding {
  return {
    name,
    encode: ({ seq, moves, chat }) =>
      socketFrames('flush', [seq, packMoves(moves), encodeChat(chat, slotOf)]),
    decode: ([frame]) => {
      const facts: FlushEvents = { updates: [], messages: [] };
      for (const [event, payload] of decodeFlush(
        payloadOf(frame) as CompactFlush,
        (slot) => holders[slot],
      ))
        if (event === 'updatePosition') facts.updates = payload.updates;
        else if (event === 'chatMessage') facts.messages = payload.messages;
      return facts;
    },
  };
}

type Payload<E extends 'updatePosition' | 'chatMessage'> = Parameters<ServerToClientEvents[E]>[0];
type Triples = [seq: number, moves: [slot: number, x: number, y: number][], chat: CompactChat];

export const compactText = compact('base64, one text frame', (moves) => {
  let packed = '';
  for (const { slot, x, y } of moves) packed += encodeMove(slot, x, y);
  return packed;
});

const base64ByBuffer = compact('base64 by Buffer, one text frame', (moves) => {
  const packed = Buffer.allocUnsafe(moves.length * MOVE_BYTES);
  let at = 0;
  for (const { slot, x, y } of moves) {
    at = packed.writeUInt16BE(slot, at);
    at = packed.writeUInt16BE(x, at);
    at = packed.writeUInt16BE(y, at);
  }
  return packed.toString('base64');
});

const jsonEvents: Encoding = {
  name: 'JSON events, two text frames',
  encode: ({ seq, moves, chat }) => {
    const updates = moves.map(({ playerId, x, y }) => ({
      playerId,
      playerPosition: [toFraction(x), toFraction(y)],
    }));
    return [
      ...socketFrames('updatePosition', { seq, updates }),
      ...socketFrames('chatMessage', { seq: chat.at(-1)?.id ?? 0, messages: chat }),
    ];
  },
  decode: ([moves, chat]) => ({
    updates: (payloadOf(moves) as Payload<'updatePosition'>).updates,
    messages: (payloadOf(chat) as Payload<'chatMessage'>).messages,
  }),
};

const jsonTriples: Encoding = {
  name: 'numbers in JSON, one text frame',
  encode: ({ seq, moves, chat }) => {
    const triples = moves.map(({ slot, x, y }) => [slot, x, y]);
    return socketFrames('flush', [seq, triples, encodeChat(chat, slotOf)]);
  },
  decode: ([frame]) => {
    const [seq, triples, chat] = payloadOf(frame) as Triples;
    const updates = triples.map(([slot, x, y]): PositionUpdate => {
      const playerPosition: PositionUpdate['playerPosition'] = [toFraction(x), toFraction(y)];
      return { playerId: holders[slot]?.playerId ?? '', playerPosition };
    });
    const messages: ChatEntry[] = [];
    for (const [, payload] of decodeFlush([seq, '', chat], (slot) => holders[slot]))
      messages.push(...(payload as Payload<'chatMessage'>).messages);
    return { updates, messages };
  },
};

const packedInSocketIo: Encoding = {
  name: 'packed, text and binary frame',
  encode: (flush) => socketFrames('flush', packFlush(flush)),
  decode: ([head, attachment]) => {
    // A Socket.IO client reads the head, too, to find where the attachment belongs.
    JSON.parse(String(head).slice(String(head).indexOf('[')));
    return unpackFlush(attachment as Buffer);
  },
};

const packedAlone: Encoding = {
  name: 'packed, one binary frame (bare ws)',
  encode: (flush) => [packFlush(flush)],
  decode: ([frame]) => unpackFlush(frame as Buffer),
};

/** The first is what compact clients get. */
export const ENCODINGS: readonly Encoding[] = [
  compactText,
  base64ByBuffer,
  jsonEvents,
  jsonTriples,
  packedInSocketIo,
  packedAlone,
];

export function bytesOf(frames: Frames): number {
  return frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
}
