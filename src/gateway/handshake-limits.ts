import type { IncomingMessage } from 'node:http';
import { addressOf, type ProxySettings } from '../identity/request-origin.js';
import { KeyedBuckets } from '../rate/keyed-buckets.js';

/** Of what an address may hold: so that all of it may come back twice at once, and again in a minute. */
const HANDSHAKE_BURST = 2;
const HANDSHAKES_PER_S = 1 / 25;
/** What a connection costs its address that had to be ended for flooding, in handshakes. */
const FLOOD_COST = 25;

/**
 * How many WebSockets an address may hold, and how often it may connect (R10.4). Who has a seat in a
 * room here may always connect: one phone must not lock its hall out.
 */
export class HandshakeLimits {
  private readonly handshakes: KeyedBuckets;
  private readonly open = new Map<string, number>();

  constructor(
    private readonly proxy: ProxySettings,
    private readonly perAddress: number,
    /** Whether the request shows an identity that has a seat in a room of this process. */
    private readonly isSeated: (request: IncomingMessage) => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.handshakes = new KeyedBuckets(perAddress * HANDSHAKES_PER_S, perAddress * HANDSHAKE_BURST);
  }

  /** Whether a client may begin a connection, whatever its transport. */
  mayConnect(request: IncomingMessage): boolean {
    return this.handshakes.take(this.addressOf(request), this.now()) || this.isSeated(request);
  }

  /** Counts a WebSocket until the disposer is called; undefined where the address has too many. */
  enter(request: IncomingMessage): (() => void) | undefined {
    const address = this.addressOf(request);
    const count = this.open.get(address) ?? 0;
    if (count >= this.perAddress && !this.isSeated(request)) return undefined;
    this.open.set(address, count + 1);
    return () => {
      const left = (this.open.get(address) ?? 1) - 1;
      if (left > 0) this.open.set(address, left);
      else this.open.delete(address);
    };
  }

  /** A connection of this request's address was ended for flooding. */
  noteFlood(request: IncomingMessage): void {
    this.handshakes.spend(this.addressOf(request), this.now(), FLOOD_COST);
  }

  private addressOf(request: IncomingMessage): string {
    return addressOf(request, this.proxy);
  }
}
