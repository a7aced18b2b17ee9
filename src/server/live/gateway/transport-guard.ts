import type { Server } from 'socket.io';

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

/**
 * Bounds the memory for a client that does not read but goes on answering pings (R10.3). Returns the
 * disposer.
 */
export function guardTransports(server: Server, settings: GuardSettings): () => void {
  const transports = new Set<Transport>();
  server.engine.on('connection', (transport: Transport & NodeJS.EventEmitter) => {
    transports.add(transport);
    transport.once('close', (reason: string) => {
      transports.delete(transport);
      if (reason === 'ping timeout') settings.closedSlow?.('ping_timeout');
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
