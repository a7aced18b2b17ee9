/** One connection that sends as much as it may, with what was sent held against what came back. */

import { createHistogram } from 'node:perf_hooks';
import type { MessageKind, Line, OpenLine } from './lines.js';

/** An echo that takes longer is not received. */
export const LOST_AFTER_MS = 1_000;
/** How far the newest message may be ahead of the oldest one that is missing, in those under way. */
const WINDOWS = 4;
/** Instead of a time: answered, given up, or never sent. */
const JUDGED = -1;

/** Over all connections of a run, warm-up included. */
export interface Counts {
  /** Connections that stood. */
  connected: number;
  connectFailed: number;
  /** Echoes that took longer than a second, or were under way when the server closed the connection. */
  notReceived: number;
  duplicate: number;
  /** Messages that nobody sent on this connection, or that differ from what was sent. */
  wrong: number;
  /** Connections that ended and not by our own doing. */
  droppedByServer: number;
  /** Under way when we dropped the connection ourselves, and therefore not expected. */
  abandoned: number;
  echoed: number;
}

export function countFaults(counts: Counts): number {
  const { connectFailed, notReceived, duplicate, wrong, droppedByServer } = counts;
  return connectFailed + notReceived + duplicate + wrong + droppedByServer;
}

export class Ledger {
  readonly counts: Counts = {
    connected: 0,
    connectFailed: 0,
    notReceived: 0,
    duplicate: 0,
    wrong: 0,
    droppedByServer: 0,
    abandoned: 0,
    echoed: 0,
  };
  /** In µs, three significant figures. */
  readonly roundTrips = createHistogram({ figures: 3 });
  /** Of connections that are gone. */
  closedBytes = 0;
}

/** The account of one connection. */
export class Account {
  #next = 0;
  /** All before it are judged. */
  #oldest = 0;
  #waiting = 0;
  /** By serial number, modulo its length: when it was sent. */
  readonly #sentAt: Float64Array;
  readonly #givenUp = new Set<number>();

  /** At most `inFlight` messages are under way. */
  constructor(
    private readonly ledger: Ledger,
    readonly kind: MessageKind,
    private readonly inFlight: number,
  ) {
    // So that sending goes on for a while where a single message is missing.
    this.#sentAt = new Float64Array(inFlight * WINDOWS).fill(JUDGED);
  }

  /** Messages that are under way. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How many more may be sent now. */
  get room(): number {
    return Math.min(this.inFlight - this.#waiting, this.#oldest + this.#sentAt.length - this.#next);
  }

  /** Notes that so many messages are sent now, and returns the serial number of the first. */
  send(count: number): number {
    const now = performance.now();
    const first = this.#next;
    for (let n = 0; n < count; n++) this.#sentAt[this.#next++ % this.#sentAt.length] = now;
    this.#waiting += count;
    return first;
  }

  receive(bytes: Buffer, start: number, end: number): void {
    const { counts, roundTrips } = this.ledger;
    const serial = this.kind.read(bytes, start, end);
    if (serial < 0 || serial >= this.#next) {
      counts.wrong++;
      return;
    }
    const sentAt =
      serial < this.#oldest ? JUDGED : (this.#sentAt[serial % this.#sentAt.length] ?? JUDGED);
    if (sentAt === JUDGED) {
      // Too late, and counted as that already.
      if (!this.#givenUp.delete(serial)) counts.duplicate++;
      return;
    }
    this.#judge(serial);
    const ms = performance.now() - sentAt;
    if (ms > LOST_AFTER_MS) {
      counts.notReceived++;
      return;
    }
    counts.echoed++;
    roundTrips.record(Math.max(1, Math.round(ms * 1_000)));
  }

  /** Counts what is missing for too long as not received. */
  giveUpLate(): void {
    const before = performance.now() - LOST_AFTER_MS;
    for (let serial = this.#oldest; serial < this.#next; serial++) {
      const sentAt = this.#sentAt[serial % this.#sentAt.length] ?? JUDGED;
      if (sentAt === JUDGED) continue;
      if (sentAt >= before) break;
      this.ledger.counts.notReceived++;
      this.#givenUp.add(serial);
      this.#judge(serial);
    }
  }

  /** The connection is gone: nothing more can come. */
  close(byUs: boolean): void {
    const { counts } = this.ledger;
    if (byUs) counts.abandoned += this.#waiting;
    else {
      counts.droppedByServer++;
      counts.notReceived += this.#waiting;
    }
    this.#waiting = 0;
  }

  #judge(serial: number): void {
    this.#sentAt[serial % this.#sentAt.length] = JUDGED;
    this.#waiting--;
    while (this.#oldest < this.#next && this.#sentAt[this.#oldest % this.#sentAt.length] === JUDGED)
      this.#oldest++;
  }
}

export class Conversation {
  readonly #account: Account;
  readonly #kind: MessageKind;
  /** Messages that may still be sent. */
  #allowance = 0;
  #topUpDue = false;
  #line: Line | undefined;
  #isClosed = false;
  readonly closed: Promise<void>;
  #noteClosed: () => void = () => {};
  #noteQuiet: () => void = () => {};

  private constructor(
    private readonly ledger: Ledger,
    kind: MessageKind,
    inFlight: number,
  ) {
    this.#kind = kind;
    this.#account = new Account(ledger, kind, inFlight);
    this.closed = new Promise((resolve) => (this.#noteClosed = resolve));
  }

  /** Resolves with undefined, and counts it, where the connection does not stand in time. */
  static async open(
    openLine: OpenLine,
    ledger: Ledger,
    kind: MessageKind,
    inFlight: number,
  ): Promise<Conversation | undefined> {
    const conversation = new Conversation(ledger, kind, inFlight);
    try {
      conversation.#line = await openLine({
        onMessage: (bytes, start, end) => conversation.#receive(bytes, start, end),
        onClose: () => conversation.#close(false),
      });
      ledger.counts.connected++;
      return conversation;
    } catch {
      ledger.counts.connectFailed++;
      return undefined;
    }
  }

  /** Lets so many more messages go, as soon as few enough are under way; never more than `most` wait. */
  allow(count: number, most = Infinity): void {
    this.#allowance = Math.min(this.#allowance + count, most);
    this.#topUp();
  }

  /** Resolves when all that may be sent has been sent and judged, or the connection is gone. */
  quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#noteQuiet = resolve;
      this.#tellQuiet();
    });
  }

  /** Sends nothing more; what is under way may still come back. */
  hush(): void {
    this.#allowance = 0;
  }

  giveUpLate(): void {
    this.#account.giveUpLate();
    this.#topUp();
    this.#tellQuiet();
  }

  drop(): void {
    this.#close(true);
    this.#line?.drop();
  }

  bytes(): number {
    return this.#line?.bytes() ?? 0;
  }

  #receive(bytes: Buffer, start: number, end: number): void {
    if (this.#isClosed) return;
    this.#account.receive(bytes, start, end);
    this.#tellQuiet();
    if (this.#topUpDue) return;
    this.#topUpDue = true;
    // Once for all that came in one chunk.
    process.nextTick(() => {
      this.#topUpDue = false;
      this.#topUp();
    });
  }

  #topUp(): void {
    if (this.#isClosed) return;
    const count = Math.min(this.#account.room, Math.floor(this.#allowance));
    if (count <= 0) return;
    this.#allowance -= count;
    this.#line?.send(this.#kind, this.#account.send(count), count);
  }

  #close(byUs: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#account.close(byUs);
    this.ledger.closedBytes += this.bytes();
    this.#noteClosed();
    this.#tellQuiet();
  }

  #tellQuiet(): void {
    if (this.#isClosed || (this.#account.waiting === 0 && this.#allowance < 1)) this.#noteQuiet();
  }
}
