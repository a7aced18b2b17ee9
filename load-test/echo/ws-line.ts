/** A bare WebSocket, and Socket.IO's packets on one, written and read by hand. */
import { on, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { ECHO_NAMESPACE } from '../../src/protocol/index.js';
import { isPing, PONG } from '../swarm/wire.js';
import { CONNECT_TIMEOUT_MS, type Line, type OpenLine } from './line.js';

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
