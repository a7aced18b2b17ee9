import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Asking the system takes 0.1 ms. */
const ASK_EVERY_MS = 1_000;
/** A proxy on this machine says by one of these that it hands on what others ask. */
const HANDED_ON = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Tells who sits at this machine from who comes by a network. */
export class ThisMachine {
  private own: ReadonlySet<string> = new Set();
  private askedAt = -Infinity;

  /** From a program on this machine, and not handed on by a proxy on it. */
  isFromHere(request: IncomingMessage): boolean {
    return this.isOwn(request) && !isHandedOn(request);
  }

  /** The same by loopback alone, which no network has. */
  isByLoopback(request: IncomingMessage): boolean {
    const address = plainAddress(request.socket.remoteAddress);
    return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') && !isHandedOn(request);
  }

  /** Whether the connection begins at this machine. */
  isOwn({ socket }: IncomingMessage): boolean {
    const now = performance.now();
    if (now - this.askedAt > ASK_EVERY_MS) {
      this.askedAt = now;
      this.own = new Set(
        Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
      );
    }
    return this.own.has(plainAddress(socket.remoteAddress));
  }
}

function isHandedOn({ headers }: IncomingMessage): boolean {
  return HANDED_ON.some((name) => headers[name] !== undefined);
}

/** An IPv4 address as such, where the server listens for both kinds. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
}
