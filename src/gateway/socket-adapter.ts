import type { IncomingMessage } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import { isOriginAllowed, type ProxySettings } from '../identity/request-origin.js';
import { limits } from '../protocol/index.js';
import type { SharedAdapter } from './redis-adapter.js';
import { watchSentFrames } from './sent-frames.js';
import { guardTransports, type GuardSettings } from './transport-guard.js';

/** Well under the time-outs of proxies, and dead phones are noticed within 12 s. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 7_000;

export interface TransportSettings extends GuardSettings {
  /** Hears of each frame to a client, with the bytes of its payload. */
  sent: (bytes: number) => void;
}

/** Socket.IO with our bounds; foreign pages are refused at the handshake. */
export class SocketAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly proxy: ProxySettings,
    /** What connects the sockets of several processes. */
    private readonly shared: SharedAdapter | undefined,
    private readonly transports: TransportSettings,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server: Server = super.createIOServer(port, {
      ...options,
      maxHttpBufferSize: limits.MAX_MESSAGE_BYTES,
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_TIMEOUT_MS,
      serveClient: false,
      // `cors` guards polling only; this guards every handshake.
      allowRequest: (
        request: IncomingMessage,
        decide: (error: string | null, allowed: boolean) => void,
      ) => {
        const allowed = isOriginAllowed(request, this.proxy);
        decide(allowed ? null : 'origin not allowed', allowed);
      },
    } as ServerOptions);
    if (this.shared !== undefined) server.adapter(this.shared.adapter);
    guardTransports(server, this.transports);
    watchSentFrames(server, this.transports.sent);
    return server;
  }
}
