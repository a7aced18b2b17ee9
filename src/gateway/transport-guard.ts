import type { Server } from 'socket.io';
import { TokenBucket } from '../room/token-bucket.js';

/** Messages of one transport, whatever is in them: far above what the limits of commands let through. */
const MESSAGES_PER_S = 100;
const MESSAGE_BURST = 1_000;
/** What may wait for one client, in bytes; about half a minute of a hall of 200. */
const MAX_WAITING_BYTES = 1_000_000;
const LOOK_EVERY_MS = 1_000;

interface Transport {
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
      if (waitingBytes(transport) > MAX_WAITING_BYTES) terminate(transport);
    }
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(looking);
}

/** Ends the transport of a client that does not read: a closing handshake would wait behind the rest. */
export function terminate(transport: Pick<Transport, 'close'> & { transport: unknown }): void {
  (transport as Transport).transport.socket?.terminate();
  transport.close(true);
}

function waitingBytes({ transport, writeBuffer }: Transport): number {
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) if (typeof data === 'string') bytes += data.length;
  return bytes;
}
