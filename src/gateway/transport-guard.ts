import type { Server } from 'socket.io';
import { TokenBucket } from '../room/token-bucket.js';

/** Messages of one transport, whatever is in them: far above what the limits of commands let through. */
const MESSAGES_PER_S = 100;
const MESSAGE_BURST = 1_000;
/** What may wait for one client, in bytes; about half a minute of a hall of 200. */
const MAX_WAITING_BYTES = 1_000_000;
const LOOK_EVERY_MS = 1_000;

interface Transport {
  on(event: 'data', listener: () => void): void;
  close(discard: boolean): void;
  writeBuffer: { data?: unknown }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
}

/**
 * Bounds what one transport can cost (R10.2, R10.3): messages that never become commands (other
 * namespaces, acknowledgements, joins over and over), and memory for a client that does not read but
 * goes on answering pings. Returns the disposer.
 */
export function guardTransports(server: Server): () => void {
  const transports = new Set<Transport>();
  server.engine.on('connection', (transport: Transport & NodeJS.EventEmitter) => {
    const bucket = new TokenBucket(MESSAGES_PER_S, MESSAGE_BURST, performance.now());
    transports.add(transport);
    transport.once('close', () => transports.delete(transport));
    transport.on('data', () => {
      if (!bucket.take(performance.now())) transport.close(true);
    });
  });
  const looking = setInterval(() => {
    for (const transport of transports) {
      const { socket } = transport.transport;
      if (waitingBytes(transport) <= MAX_WAITING_BYTES) continue;
      // A closing handshake would wait behind what is not read.
      socket?.terminate();
      transport.close(true);
    }
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(looking);
}

function waitingBytes({ transport, writeBuffer }: Transport): number {
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) if (typeof data === 'string') bytes += data.length;
  return bytes;
}
