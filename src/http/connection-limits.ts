import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf, type ProxySettings } from '../identity/request-origin.js';

/** Requests of one connection that wait for their answers; browsers and proxies send one after the other. */
const MOST_PIPELINED = 8;

export interface ConnectionLimits {
  /** Of this process, WebSockets included. */
  inAll: number;
  /** Of one client address, WebSockets apart. */
  perAddress: number;
}

/**
 * Bounds the connections that a server holds (R10.4). Without a proxy each connection counts for its
 * address; at the limit one that waits for its client's next request gives way, so that a hall whose
 * browsers keep some connections each can load its pages. Behind a proxy, which holds the connections,
 * the requests that are being answered count for the address that the proxy names. A client that sends
 * many requests without waiting for answers is cut off.
 * To be called when all other listeners are there, as it goes in front of them.
 */
export function limitConnections(
  server: Server,
  { inAll, perAddress }: ConnectionLimits,
  proxy: ProxySettings,
): void {
  const held = new HeldConnections(perAddress);
  let open = 0;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (open >= inAll || (!proxy.trustProxy && !held.add(remoteAddress, socket))) {
      socket.destroy();
      return;
    }
    open += 1;
    socket.once('close', () => {
      open -= 1;
      held.remove(remoteAddress, socket);
    });
  });
  // A WebSocket counts apart.
  server.on('upgrade', ({ socket }: IncomingMessage) =>
    held.remove(socket.remoteAddress ?? '', socket),
  );

  const listeners = server.listeners('request') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (held.begin(socket) > MOST_PIPELINED) return void socket.destroy();
    response.once('close', () => held.finish(socket));
    const address = addressOf(request, proxy);
    if (proxy.trustProxy && !held.add(address, socket)) {
      response.writeHead(429, { Connection: 'close' }).end();
      return;
    }
    if (proxy.trustProxy) response.once('close', () => held.remove(address, socket));
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** The connections of each address, and which of them wait for a request. */
class HeldConnections {
  private readonly byAddress = new Map<string, Set<Socket>>();
  /** How many requests of a connection are being answered; nothing before its first. */
  private readonly busy = new WeakMap<Socket, number>();

  constructor(private readonly most: number) {}

  /** False where the address has as many as it may, and none that could give way. */
  add(address: string, socket: Socket): boolean {
    const held = this.byAddress.get(address) ?? new Set<Socket>();
    if (held.size >= this.most) {
      const idle = [...held].find((one) => this.busy.get(one) === 0);
      if (idle === undefined) return false;
      held.delete(idle);
      idle.destroy();
    }
    this.byAddress.set(address, held.add(socket));
    return true;
  }

  remove(address: string, socket: Socket): void {
    const held = this.byAddress.get(address);
    held?.delete(socket);
    if (held?.size === 0) this.byAddress.delete(address);
  }

  /** Returns how many it are with this one. */
  begin(socket: Socket): number {
    const busy = (this.busy.get(socket) ?? 0) + 1;
    this.busy.set(socket, busy);
    return busy;
  }

  finish(socket: Socket): void {
    this.busy.set(socket, (this.busy.get(socket) ?? 1) - 1);
  }
}
