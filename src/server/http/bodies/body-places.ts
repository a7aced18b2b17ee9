import type { IncomingMessage } from 'node:http';
import { RoomError } from '../../../protocol/errors.js';
import type { Asker } from '../../platform/rate/lane.js';

/** A body has to come as fast as this once it has had its first seconds; a phone on a bad line sends more. */
const LEAST_BYTES_PER_S = 16 * 1024;
const FREE_MS = 5_000;
/** Where all places are taken, one that is slower than that gives way after so long. */
const GIVES_WAY_MS = 1_000;
const LOOK_EVERY_MS = 500;

/** How many bodies may be on their way at once; of guests, who cost nothing to make, apart. */
export interface PlaceCounts {
  accounts: number;
  guests: number;
}

interface Body {
  isFirst: boolean;
  since: number;
  /** As fast as it has to be, ms from its beginning. */
  bytes: () => number;
  refuse: (error: RoomError) => void;
}

/**
 * Places for bodies that are on their way (R18.8). Each account has one, until what came in it was read; the place
 * in which bodies come is free for others before that.
 */
export class BodyPlaces {
  private readonly owners = new Set<string>();
  private readonly coming = new Set<Body>();

  constructor(
    private readonly most: PlaceCounts,
    private readonly freeMs: number = FREE_MS,
  ) {}

  /**
   * Resolves with what `use` makes of what `read` has read of the request. Rejects with RATE_LIMITED where another
   * body of this account is not done yet, or there is no place, and with TOO_SLOW.
   */
  async take<B, T>(
    { key, isFirst }: Asker,
    request: IncomingMessage,
    read: () => Promise<B>,
    use: (body: B) => Promise<T>,
  ): Promise<T> {
    if (this.owners.has(key)) throw new RoomError('RATE_LIMITED', 'one file after the other');
    if (!this.hasPlace(isFirst)) throw new RoomError('RATE_LIMITED', 'too many files at once');
    this.owners.add(key);
    try {
      return await use(await this.receive(isFirst, request, read));
    } finally {
      this.owners.delete(key);
    }
  }

  private async receive<B>(
    isFirst: boolean,
    request: IncomingMessage,
    read: () => Promise<B>,
  ): Promise<B> {
    const { socket } = request;
    const before = socket.bytesRead;
    const since = performance.now();
    let body: Body | undefined;
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<never>((_resolve, refuse) => {
      body = { isFirst, since, bytes: () => socket.bytesRead - before, refuse };
      this.coming.add(body);
      timer = setInterval(() => {
        if (!request.complete && this.isSlow(body as Body, this.freeMs)) refuse(tooSlow());
      }, LOOK_EVERY_MS);
    });
    try {
      return await Promise.race([read(), slow]);
    } finally {
      clearInterval(timer);
      if (body !== undefined) this.coming.delete(body);
    }
  }

  private hasPlace(isFirst: boolean): boolean {
    const others = [...this.coming].filter((body) => body.isFirst === isFirst);
    if (others.length < (isFirst ? this.most.accounts : this.most.guests)) return true;
    const slow = others.filter((body) => this.isSlow(body, GIVES_WAY_MS));
    const [slowest] = slow.sort((a, b) => rateOf(a) - rateOf(b));
    if (slowest === undefined) return false;
    this.coming.delete(slowest);
    slowest.refuse(tooSlow());
    return true;
  }

  private isSlow(body: Body, fromMs: number): boolean {
    return performance.now() - body.since >= fromMs && rateOf(body) < LEAST_BYTES_PER_S;
  }
}

/** Bytes a second. */
function rateOf({ bytes, since }: Body): number {
  return (bytes() * 1_000) / (performance.now() - since);
}

function tooSlow(): RoomError {
  return new RoomError('TOO_SLOW', `fewer than ${LEAST_BYTES_PER_S / 1024} kB a second have come`);
}
