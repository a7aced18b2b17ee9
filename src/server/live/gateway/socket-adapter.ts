import type { IncomingMessage } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { ProxySettings } from '../../platform/identity/request-origin.js';
import { limits } from '../../../protocol/index.js';
import type { HandshakeLimits } from './handshake-limits.js';
import { guardPolling } from './polling-guard.js';
import type { SharedAdapter } from './redis-adapter.js';
import { watchSentFrames } from './sent-frames.js';
import { guardTransports, type GuardSettings } from './transport-guard.js';
import { guardedWebSockets } from './web-socket-engine.js';

/** Well under the time-outs of proxies, and dead phones are noticed within 12 s. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 7_000;

export interface TransportSettings extends GuardSettings {
  /** Hears of each frame to a client, with the bytes of its payload. */
  sent: (bytes: number) => void;
  /** A WebSocket was ended because it sent too much. */
  closedFlooding: () => void;
}

/** Socket.IO with our bounds. */
export class SocketAdapter extends IoAdapter {
  private readonly disposers: (() => void)[] = [];

  constructor(
    app: INestApplicationContext,
    private readonly proxy: ProxySettings,
    /** What connects the sockets of several processes. */
    private readonly shared: SharedAdapter | undefined,
    private readonly transports: TransportSettings,
    private readonly handshakes: HandshakeLimits,
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
      wsEngine: guardedWebSockets(this.handshakes, this.transports.closedFlooding),
      // Frames that went past ws would overtake those that it still compresses.
      perMessageDeflate: false,
      allowRequest: (
        request: IncomingMessage,
        decide: (error: string | null, allowed: boolean) => void,
      ) => {
        const allowed = this.handshakes.mayConnect(request);
        decide(allowed ? null : 'too many connections', allowed);
      },
    } as ServerOptions);
    if (this.shared !== undefined) server.adapter(this.shared.adapter);
    guardPolling(server, this.proxy);
    this.disposers.push(guardTransports(server, this.transports));
    watchSentFrames(server, this.transports.sent);
    return server;
  }

  override async dispose(): Promise<void> {
    for (const dispose of this.disposers) dispose();
    await super.dispose();
  }
}
