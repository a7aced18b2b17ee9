import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { guardFrames } from './frame-gate.js';
import type { HandshakeLimits } from './handshake-limits.js';

type Accept = (webSocket: WebSocket, request: IncomingMessage) => void;

const TOO_MANY = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Long enough for a client to read why; then the connection goes, however it behaves. */
const GOODBYE_MS = 1_000;

function refuse(connection: Duplex): void {
  connection.on('error', () => {});
  const timer = setTimeout(() => connection.destroy(), GOODBYE_MS);
  connection.once('close', () => clearTimeout(timer));
  connection.end(TOO_MANY, () => connection.destroy());
}

/**
 * What Engine.IO makes its WebSockets with (`wsEngine`): each is counted for its address, and guarded
 * from its first byte on. `flooded` is called when one is ended for flooding.
 */
export function guardedWebSockets(limits: HandshakeLimits, flooded: () => void) {
  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      // Pings are counted with everything else; to end who sends 61 at once would be a second bound.
      const unlimited: object = { maxPendingAutoPongs: 0 };
      super({ ...options, ...unlimited });
    }

    override handleUpgrade(
      request: IncomingMessage,
      connection: Duplex,
      head: Buffer,
      accept: Accept,
    ): void {
      const leave = limits.enter(request);
      if (leave === undefined) {
        refuse(connection);
        return;
      }
      connection.once('close', leave);
      super.handleUpgrade(request, connection, head, (webSocket, accepted) => {
        guardFrames(webSocket, connection, () => {
          limits.noteFlood(request);
          flooded();
        });
        accept(webSocket, accepted);
      });
    }
  };
}
