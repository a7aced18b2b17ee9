/** What is sent, and connections that carry it over each of the layers. */

import { once, on } from 'node:events';
import { connect } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { ECHO_NAMESPACE } from '../../src/protocol/index.js';
import { isPing, PONG } from '../swarm/wire.js';

/** Letters that are one byte each and stand for themselves in JSON. */
const LETTERS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const VALUES = new Int8Array(256).fill(-1);
for (const [value, letter] of LETTERS.entries()) VALUES[letter] = value;

const CONNECTION_LETTERS = 3;
const SERIAL_LETTERS = 5;
const HEAD_BYTES = CONNECTION_LETTERS + SERIAL_LETTERS;
/** As many messages of one connection can be told apart: 2^30. */
export const MAX_SERIALS = LETTERS.length ** SERIAL_LETTERS;

/** The messages of one connection; all have the same size. */
export class MessageKind {
  readonly #text: Buffer;

  /** `bytes` is 8 or more; connections are told apart by the last 18 bits of their number. */
  constructor(
    readonly bytes: number,
    connection: number,
  ) {
    this.#text = Buffer.alloc(bytes);
    writeLetters(this.#text, 0, CONNECTION_LETTERS, connection);
    for (let at = HEAD_BYTES; at < bytes; at++)
      this.#text[at] = LETTERS[(at + connection) % LETTERS.length] ?? 0;
  }

  write(target: Buffer, offset: number, serial: number): void {
    target.set(this.#text, offset);
    writeLetters(target, offset + CONNECTION_LETTERS, SERIAL_LETTERS, serial);
  }

  /** The serial number in these bytes, or -1 where they are no message of this connection. */
  read(bytes: Buffer, start: number, end: number): number {
    if (end - start !== this.bytes) return -1;
    for (let n = 0; n < CONNECTION_LETTERS; n++) if (bytes[start + n] !== this.#text[n]) return -1;
    if (
      this.bytes > HEAD_BYTES &&
      bytes.compare(this.#text, HEAD_BYTES, this.bytes, start + HEAD_BYTES, end) !== 0
    )
      return -1;
    let serial = 0;
    for (let n = CONNECTION_LETTERS; n < HEAD_BYTES; n++) {
      const value = VALUES[bytes[start + n] ?? 0] ?? -1;
      if (value < 0) return -1;
      serial = serial * LETTERS.length + value;
    }
    return serial;
  }
}

function writeLetters(target: Buffer, offset: number, letters: number, value: number): void {
  let rest = value;
  for (let at = offset + letters - 1; at >= offset; at--) {
    target[at] = LETTERS[rest & (LETTERS.length - 1)] ?? 0;
    rest = Math.floor(rest / LETTERS.length);
  }
}

export const LENGTH_BYTES = 4;
/** A longer one is a mistake or an attack; nothing is set aside for it. */
export const MAX_FRAME_BYTES = 64 * 1024;

export class FrameTooLong extends Error {
  constructor(bytes: number) {
    super(`a frame of ${bytes} bytes; ${MAX_FRAME_BYTES} is the most`);
  }
}

/** Writes the length; the message follows at the offset that is returned. */
export function writeLength(target: Buffer, offset: number, bytes: number): number {
  return target.writeUInt32LE(bytes, offset);
}

const NOTHING = Buffer.alloc(0);

/** Cuts a stream into its frames, wherever the chunks of it begin and end. */
export class FrameCutter {
  #rest: Buffer = NOTHING;

  /**
   * Returns the bytes that hold whole frames, lengths included, and tells where the message of each is
   * in them. Throws FrameTooLong as soon as such a length is read.
   */
  cut(chunk: Buffer, tell?: (bytes: Buffer, start: number, end: number) => void): Buffer {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= LENGTH_BYTES) {
      const length = bytes.readUInt32LE(at);
      if (length > MAX_FRAME_BYTES) throw new FrameTooLong(length);
      const start = at + LENGTH_BYTES;
      const end = start + length;
      if (end > bytes.length) break;
      tell?.(bytes, start, end);
      at = end;
    }
    // At most one frame is kept, so that chunks of one byte each stay cheap enough.
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
    return bytes.subarray(0, at);
  }
}

export interface Line {
  /** Sends `count` messages in one go, the first of them with this serial number. */
  send(kind: MessageKind, first: number, count: number): void;
  /** Drops the connection without a word. */
  drop(): void;
  /** Bytes of the layer and below it down to TCP's payload, both ways, handshake included. */
  bytes(): number;
}

export interface LineEvents {
  /** The message is the bytes from `start` to `end`; they are the caller's only until it returns. */
  onMessage: (bytes: Buffer, start: number, end: number) => void;
  /** Once, whoever closed it; never before the line is open. */
  onClose: () => void;
}

/** Rejects when the connection does not stand in time. */
export type OpenLine = (events: LineEvents) => Promise<Line>;

/** Like a client that gives up on a server. */
const CONNECT_TIMEOUT_MS = 5_000;

/** `address` is `tcp://host:port`. */
export function tcpLine(address: string): OpenLine {
  const { hostname: host, port } = new URL(address);
  return async ({ onMessage, onClose }) => {
    const socket = connect({ host, port: Number(port), noDelay: true });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    } catch (error) {
      socket.destroy();
      throw error;
    }
    const cutter = new FrameCutter();
    socket.on('data', (chunk) => {
      try {
        cutter.cut(chunk, onMessage);
      } catch {
        socket.destroy();
      }
    });
    // Why it ended makes no difference; that it did is told by `close`.
    socket.on('error', () => {});
    socket.once('close', onClose);
    return {
      send: (kind, first, count) => {
        const frameBytes = LENGTH_BYTES + kind.bytes;
        const batch = Buffer.allocUnsafe(count * frameBytes);
        for (let n = 0; n < count; n++)
          kind.write(batch, writeLength(batch, n * frameBytes, kind.bytes), first + n);
        socket.write(batch);
      },
      drop: () => socket.destroy(),
      bytes: () => socket.bytesRead + socket.bytesWritten,
    };
  };
}

/** `address` is `ws://host:port`. */
export function wsLine(address: string): OpenLine {
  const nothing = Buffer.alloc(0);
  return async ({ onMessage, onClose }) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    const line = await openLine(socket, { head: nothing, tail: nothing, binary: true });
    socket.on('message', (frame: Buffer) => onMessage(frame, 0, frame.length));
    socket.once('close', onClose);
    return line;
  };
}

const EVENT_HEAD = Buffer.from(`42${ECHO_NAMESPACE},["echo","`);
const EVENT_TAIL = Buffer.from('"]');

/** `origin` is that of the server, as `http://host:port`. */
export function socketIoLine(origin: string): OpenLine {
  const address = `${origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  return async ({ onMessage, onClose }) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    const line = await openLine(
      socket,
      { head: EVENT_HEAD, tail: EVENT_TAIL, binary: false },
      enterNamespace,
    );
    socket.on('message', (frame: Buffer) => {
      if (isEvent(frame)) onMessage(frame, EVENT_HEAD.length, frame.length - EVENT_TAIL.length);
      else if (isPing(frame)) socket.send(PONG);
      else if (isPacket(frame, '41')) socket.terminate();
    });
    socket.once('close', onClose);
    return line;
  };
}

async function enterNamespace(socket: WebSocket, signal: AbortSignal): Promise<void> {
  socket.send(`40${ECHO_NAMESPACE},`);
  for await (const [frame] of on(socket, 'message', { signal, close: ['close'] })) {
    if (isPacket(frame as Buffer, '40')) return;
    if (isPacket(frame as Buffer, '44')) throw new Error(`refused: ${String(frame)}`);
  }
  throw new Error('closed at the handshake');
}

/** What stands around each message, and whether the frame is of bytes or of text. */
interface Wrapping {
  head: Buffer;
  tail: Buffer;
  binary: boolean;
}

async function openLine(
  socket: WebSocket,
  { head, tail, binary }: Wrapping,
  enter?: (socket: WebSocket, signal: AbortSignal) => Promise<void>,
): Promise<Line> {
  // Why it ended makes no difference; that it did is told by `close`.
  socket.on('error', () => {});
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    const upgraded = once(socket, 'upgrade', { signal }) as Promise<[IncomingMessage]>;
    const [[{ socket: tcp }]] = await Promise.all([upgraded, once(socket, 'open', { signal })]);
    await enter?.(socket, signal);
    return {
      send: (kind, first, count) => {
        const frameBytes = head.length + kind.bytes + tail.length;
        const batch = Buffer.allocUnsafe(count * frameBytes);
        // One write for all: the client should not be what is measured.
        tcp.cork();
        for (let n = 0; n < count; n++) {
          const frame = batch.subarray(n * frameBytes, (n + 1) * frameBytes);
          frame.set(head, 0);
          kind.write(frame, head.length, first + n);
          frame.set(tail, head.length + kind.bytes);
          socket.send(frame, { binary });
        }
        tcp.uncork();
      },
      drop: () => socket.terminate(),
      bytes: () => tcp.bytesRead + tcp.bytesWritten,
    };
  } catch (error) {
    socket.terminate();
    throw error;
  }
}

/** True for a packet of this type that is about our namespace. */
function isPacket(frame: Buffer, type: string): boolean {
  return frame.toString().startsWith(`${type}${ECHO_NAMESPACE},`);
}

function isEvent(frame: Buffer): boolean {
  return (
    frame.length >= EVENT_HEAD.length + EVENT_TAIL.length &&
    frame.compare(EVENT_HEAD, 0, EVENT_HEAD.length, 0, EVENT_HEAD.length) === 0
  );
}
