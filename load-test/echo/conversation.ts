/** One connection that sends as much as it may and keeps account of what comes back. */
import { Account, type Ledger } from './ledger.js';
import type { Line, OpenLine } from './line.js';
import type { MessageKind } from './message.js';

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
