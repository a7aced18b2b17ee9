/** Bare TCP, each message behind its length. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { FrameCutter, LENGTH_BYTES, writeLength } from './frames.js';
import { CONNECT_TIMEOUT_MS, type OpenLine } from './line.js';

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
