import { isBig } from '../../../game/big-room.js';
import type { RoomOptions } from '../../../protocol/index.js';

/** How far behind a client may be when it echoes: the round trip of a bad mobile network, and a bit. */
const LATE_MS = 1_000;
/** Clients echo once a second, so one more second without an echo is nothing unusual. */
const SILENT_MS = 2_500;
/** So few flushes may stay without an echo: a page in the background cannot echo after the last one before a pause. */
const FEW = 10;
/** The same in a big room, where what is echoed comes twice a second at most (R23.3). */
const FEW_IN_CROWD = 2;
/** A client that is behind for this long is given up. */
const LOST_MS = 5_000;
/** Flushes whose time is known; at 50 ms the last 12.8 s. */
const REMEMBERED = 256;
/** Echoes that the round trip of a client is the median of. */
const TRIPS = 5;
/**
 * A client tells the newest flush that it has, so it had this one until the next came. Where that took longer,
 * the echo says nothing of the way.
 */
const MOST_WAIT_MS = 100;

interface Reader {
  /** The last flush known to be seen, and when that was echoed. */
  seen: number;
  seenAt: number;
  /** Set while it gets nothing: the last flush that is under way to it. */
  lastSent: number | null;
  /** Of its last echoes, in ms, the newest last. */
  readonly trips: number[];
}

/**
 * Finds the compact clients of a room that do not keep up, by the numbers of the last flush seen that
 * they echo: a socket's own buffers tell it only after megabytes. Times are in ms.
 */
export class SlowConsumers {
  /** By connection id. */
  private readonly readers = new Map<string, Reader>();
  private readonly sentAt = new Float64Array(REMEMBERED);
  private last = 0;

  /** So few flushes may stay without an echo. */
  constructor(private readonly few = FEW) {}

  /** Those of a room with these settings. */
  static of(settings: Pick<RoomOptions, 'maxPlayerCount'>): SlowConsumers {
    return new SlowConsumers(isBig(settings) ? FEW_IN_CROWD : FEW);
  }

  /** `seq` counts up by one. */
  sent(seq: number, now: number): void {
    this.last = seq;
    this.sentAt[seq % REMEMBERED] = now;
  }

  /** From now on the client gets every flush; it has what was in those until now. */
  add(connectionId: string, now: number): void {
    this.readers.set(connectionId, { seen: this.last, seenAt: now, lastSent: null, trips: [] });
  }

  remove(connectionId: string): void {
    this.readers.delete(connectionId);
  }

  /** From now on the client gets nothing; `lastSent` is the last flush that is under way to it. */
  skip(connectionId: string, lastSent = this.last): void {
    const reader = this.readers.get(connectionId);
    if (reader !== undefined) reader.lastSent = lastSent;
  }

  /**
   * `late` is a client that should be skipped, `drained` one that was and has read everything. A number
   * that it cannot have seen counts for nothing.
   */
  echo(connectionId: string, seq: number, now: number): 'level' | 'late' | 'drained' {
    const reader = this.readers.get(connectionId);
    if (reader === undefined) return 'level';
    if (seq > reader.seen && seq <= this.last) {
      this.noteTrip(reader, seq, now);
      Object.assign(reader, { seen: seq, seenAt: now });
    }
    if (reader.lastSent !== null) return reader.seen >= reader.lastSent ? 'drained' : 'level';
    return this.behindMs(reader, now) > LATE_MS ? 'late' : 'level';
  }

  /** `late` are those to be skipped as they do not even echo, `lost` those to be given up. */
  look(now: number): { late: string[]; lost: string[] } {
    const late: string[] = [];
    const lost: string[] = [];
    for (const [connectionId, reader] of this.readers) {
      const { seen, lastSent } = reader;
      const behindMs = this.behindMs(reader, now);
      if (lastSent !== null) {
        if (behindMs > LOST_MS) lost.push(connectionId);
      } else if (behindMs > SILENT_MS && this.last - seen > this.few) late.push(connectionId);
    }
    return { late, lost };
  }

  /**
   * How long a flush takes to a client and its echo back, in ms: up to one flush interval more than the network
   * takes. Null where nothing is known, as of clients that do not echo and of rooms in which nothing happens.
   */
  roundTripMs(connectionId: string): number | null {
    const { trips } = this.readers.get(connectionId) ?? { trips: [] };
    return trips.toSorted((a, b) => a - b)[trips.length >> 1] ?? null;
  }

  private noteTrip({ trips, lastSent }: Reader, seq: number, now: number): void {
    // Who is skipped gets no newer one, and those that are forgotten were sent nobody knows when.
    if (lastSent !== null || this.last - seq >= REMEMBERED) return;
    const sentAt = this.sentAt[seq % REMEMBERED] ?? now;
    const nextAt = seq < this.last ? (this.sentAt[(seq + 1) % REMEMBERED] ?? now) : now;
    if (nextAt - sentAt > MOST_WAIT_MS) return;
    trips.push(now - sentAt);
    if (trips.length > TRIPS) trips.shift();
  }

  /** For how long the flush after the last that was seen has waited, as far as its time is known. */
  private behindMs({ seen, seenAt }: Reader, now: number): number {
    if (seen >= this.last) return 0;
    const sentAt = (seq: number): number => this.sentAt[seq % REMEMBERED] ?? 0;
    if (this.last - seen < REMEMBERED) return now - sentAt(seen + 1);
    // At an interval of 0 a second may have more flushes than are remembered.
    return now - Math.min(seenAt, sentAt(this.last + 1));
  }
}
