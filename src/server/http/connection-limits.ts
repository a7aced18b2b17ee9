import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf, customerOf, type ProxySettings } from '../platform/identity/request-origin.js';

/** Requests of one connection that wait for their answers; browsers and proxies send one after the other. */
const MOST_PIPELINED = 8;

export interface ConnectionLimits {
  /** Of this process, WebSockets included. */
  inAll: number;
  /** Of one client address, WebSockets apart. */
  perAddress: number;
}

/** A connection on which nothing comes or goes for so long is ended; a poll is answered before, in ms. */
const SILENCE_MS = 60_000;

/**
 * Bounds the connections that a server holds (R10.4). Without a proxy each connection counts for its
 * address; at the limit the oldest gives way, one that waits for a request first, so that nobody can keep
 * a hall out by holding connections. Behind a proxy, which holds the connections, the requests that are
 * being answered count for the address that the proxy names. A client that sends many requests without
 * waiting for answers is cut off. To be called when all other listeners are there, as it goes in front of
 * them.
 */
export function limitConnections(
  server: Server,
  { inAll, perAddress }: ConnectionLimits,
  proxy: ProxySettings,
): void {
  const direct = new DirectConnections(perAddress);
  const answered = new AnsweredRequests(perAddress);
  let open = 0;
  server.setTimeout(SILENCE_MS);
  server.on('connection', (socket: Socket) => {
    if (open >= inAll) {
      socket.destroy();
      return;
    }
    open += 1;
    socket.once('close', () => (open -= 1));
    if (proxy.trustProxy === false) direct.add(socket);
  });
  // A WebSocket counts apart.
  server.on('upgrade', ({ socket }: IncomingMessage) => direct.remove(socket));

  const listeners = server.listeners('request') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (direct.begin(socket) > MOST_PIPELINED) return void socket.destroy();
    response.once('close', () => direct.finish(socket));
    if (proxy.trustProxy !== false) {
      const address = addressOf(request, proxy);
      if (!answered.begin(address)) {
        response.writeHead(429, { Connection: 'close' }).end();
        return;
      }
      response.once('close', () => answered.finish(address));
    }
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** The connections of each address, oldest first, and how many requests of each are being answered. */
class DirectConnections {
  private readonly byAddress = new Map<string, Set<Socket>>();
  private readonly busy = new WeakMap<Socket, number>();

  constructor(private readonly most: number) {}

  add(socket: Socket): void {
    const address = customerOf(socket.remoteAddress);
    const held = this.byAddress.get(address) ?? new Set<Socket>();
    if (held.size >= this.most) this.giveWay(held);
    this.byAddress.set(address, held.add(socket));
    socket.once('close', () => this.drop(address, socket));
  }

  remove(socket: Socket): void {
    this.drop(customerOf(socket.remoteAddress), socket);
  }

  /** Returns how many requests of the connection wait for answers, with this one. */
  begin(socket: Socket): number {
    const busy = (this.busy.get(socket) ?? 0) + 1;
    this.busy.set(socket, busy);
    return busy;
  }

  finish(socket: Socket): void {
    this.busy.set(socket, (this.busy.get(socket) ?? 1) - 1);
  }

  private giveWay(held: Set<Socket>): void {
    let oldest: Socket | undefined;
    for (const one of held) {
      const waits = (this.busy.get(one) ?? 0) === 0;
      if (waits || oldest === undefined) oldest = one;
      if (waits) break;
    }
    if (oldest === undefined) return;
    held.delete(oldest);
    oldest.destroy();
  }

  private drop(address: string, socket: Socket): void {
    const held = this.byAddress.get(address);
    held?.delete(socket);
    if (held?.size === 0) this.byAddress.delete(address);
  }
}

/** How many requests of each address are being answered. */
class AnsweredRequests {
  private readonly byAddress = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** False where the address has as many as it may. */
  begin(address: string): boolean {
    const count = this.byAddress.get(address) ?? 0;
    if (count >= this.most) return false;
    this.byAddress.set(address, count + 1);
    return true;
  }

  finish(address: string): void {
    const left = (this.byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.byAddress.set(address, left);
    else this.byAddress.delete(address);
  }
}
