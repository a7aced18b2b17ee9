import type { Server } from 'socket.io';
import { TokenBucket } from '../room/token-bucket.js';

/** Messages of one transport that Socket.IO reads: far above what the limits of commands let through. */
const MESSAGES_PER_S = 100;
const MESSAGE_BURST = 1_000;
/** What may wait for one client, in bytes; about half a minute of a hall of 200. */
const MAX_WAITING_BYTES = 1_000_000;
/** From here on a client counts as slow, in bytes: some seconds of a hall of 200. */
const SLOW_BYTES = 100_000;
const LOOK_EVERY_MS = 1_000;

export interface GuardSettings {
  /** Whether a client that does not read is cut off. */
  cutsOffSlow: boolean;
  /** Once a second, with what waits to be sent. */
  looked?: (look: {
    connections: number;
    waitingClients: number;
    waitingBytes: number;
    slowClients: number;
  }) => void;
  closedSlow?: (reason: 'unread' | 'ping_timeout') => void;
}

interface Transport {
  close(discard: boolean): void;
  writeBuffer: { data?: unknown }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
}

const freeOfCount = new WeakSet<object>();

/** From now on this transport may send as many messages as it likes; what waits for it stays bounded. */
export function stopCounting(transport: object): void {
  freeOfCount.add(transport);
}

/**
 * Bounds what one transport can cost (R10.2, R10.3): messages that never become commands (other
 * namespaces, acknowledgements, joins over and over), and memory for a client that does not read but
 * goes on answering pings. Returns the disposer.
 */
export function guardTransports(server: Server, settings: GuardSettings): () => void {
  const transports = new Set<Transport>();
  server.engine.on('connection', (transport: Transport & NodeJS.EventEmitter) => {
    const bucket = new TokenBucket(MESSAGES_PER_S, MESSAGE_BURST, performance.now());
    transports.add(transport);
    transport.once('close', (reason: string) => {
      transports.delete(transport);
      if (reason === 'ping timeout') settings.closedSlow?.('ping_timeout');
    });
    transport.on('data', () => {
      if (freeOfCount.has(transport) || bucket.take(performance.now())) return;
      transport.close(true);
    });
  });
  const looking = setInterval(() => {
    const waiting = Array.from(transports, (transport) => ({
      transport,
      bytes: waitingBytes(transport),
    }));
    settings.looked?.({
      connections: transports.size,
      waitingClients: waiting.filter(({ bytes }) => bytes > 0).length,
      waitingBytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
      slowClients: waiting.filter(({ bytes }) => bytes > SLOW_BYTES).length,
    });
    if (!settings.cutsOffSlow) return;
    for (const { transport, bytes } of waiting) {
      if (bytes <= MAX_WAITING_BYTES) continue;
      settings.closedSlow?.('unread');
      terminate(transport);
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
