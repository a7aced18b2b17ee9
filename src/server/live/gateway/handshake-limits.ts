import type { IncomingMessage } from 'node:http';
import { addressOf, type ProxySettings } from '../../platform/identity/request-origin.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';

/** Of what an address may hold: so that all of it may come back twice at once, and again in a minute. */
const HANDSHAKE_BURST = 2;
const HANDSHAKES_PER_S = 1 / 25;
/** What a connection costs its address that had to be ended for flooding, in handshakes. */
const FLOOD_COST = 25;
/** Of somebody who has a seat, beyond what the address may: held, begun at once, and begun a second. */
const SEATED_OPEN = 20;
const SEATED_BURST = 20;
const SEATED_PER_S = 0.5;

/**
 * How many WebSockets an address may hold, and how often it may connect (R10.4). Beyond that, who has a
 * seat in a room here has a few connections of their own: one phone must not lock its hall out.
 */
export class HandshakeLimits {
  private readonly handshakes: KeyedBuckets;
  private readonly seated = new KeyedBuckets(SEATED_PER_S, SEATED_BURST);
  /** By address, and by identity of those who came in beyond it. */
  private readonly open = new Map<string, number>();

  constructor(
    private readonly proxy: ProxySettings,
    private readonly perAddress: number,
    /** The identity that the request shows, if it has a seat in a room of this process. */
    private readonly seatedAs: (request: IncomingMessage) => string | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.handshakes = new KeyedBuckets(perAddress * HANDSHAKES_PER_S, perAddress * HANDSHAKE_BURST);
  }

  /** Whether a client may begin a connection, whatever its transport. */
  mayConnect(request: IncomingMessage): boolean {
    if (this.handshakes.take(this.addressOf(request), this.now())) return true;
    const identityId = this.seatedAs(request);
    return identityId !== undefined && this.seated.take(identityId, this.now());
  }

  /** Counts a WebSocket until the disposer is called; undefined where there are too many. */
  enter(request: IncomingMessage): (() => void) | undefined {
    const address = this.addressOf(request);
    if (this.openOf(address) < this.perAddress) return this.count(address);
    const identityId = this.seatedAs(request);
    if (identityId === undefined || this.openOf(identityId) >= SEATED_OPEN) return undefined;
    return this.count(identityId);
  }

  /** A connection of this request's address was ended for flooding. */
  noteFlood(request: IncomingMessage): void {
    this.handshakes.spend(this.addressOf(request), this.now(), FLOOD_COST);
    const identityId = this.seatedAs(request);
    if (identityId !== undefined) this.seated.spend(identityId, this.now(), FLOOD_COST);
  }

  private openOf(key: string): number {
    return this.open.get(key) ?? 0;
  }

  private count(key: string): () => void {
    this.open.set(key, this.openOf(key) + 1);
    return () => {
      const left = this.openOf(key) - 1;
      if (left > 0) this.open.set(key, left);
      else this.open.delete(key);
    };
  }

  private addressOf(request: IncomingMessage): string {
    return addressOf(request, this.proxy);
  }
}
