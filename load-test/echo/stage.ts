/** The connections of one run, and the window in which they are measured. */
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { startMonitor, type CostFigures, type Part } from '../swarm/monitor.js';
import { Conversation } from './conversation.js';
import { Ledger, type Counts } from './ledger.js';
import type { OpenLine } from './line.js';
import { MessageKind } from './message.js';

const LOOK_EVERY_MS = 50;

export interface StageOptions {
  openLine: OpenLine;
  messageBytes: number;
  /** Of each connection. */
  inFlight: number;
  /** Empty where the server is on another machine. */
  serverParts: readonly Part[];
}

/** What one profile measured over one layer. */
export interface Measured {
  /** Length of the window. */
  seconds: number;
  /** Within the window. */
  roundTrips: number;
  ms: { p50: number; p99: number; max: number };
  /** Both ways, for one round trip. */
  wireBytes: number | null;
  costs: CostFigures;
  /** From the first message to the last. */
  counts: Counts;
}

export class Stage {
  readonly ledger = new Ledger();
  readonly #conversations = new Set<Conversation>();
  readonly #looking: NodeJS.Timeout;
  #connections = 0;
  readonly #ending = new AbortController();

  constructor(private readonly options: StageOptions) {
    // Each client waits for it.
    setMaxListeners(0, this.over);
    this.#looking = setInterval(() => {
      // After what has come by now: this process may have stood still, too.
      setImmediate(() => {
        for (const conversation of this.#conversations) conversation.giveUpLate();
      });
    }, LOOK_EVERY_MS);
  }

  get conversations(): Iterable<Conversation> {
    return this.#conversations;
  }

  /** Aborted when no more is to be sent. */
  get over(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves with undefined where the connection failed, or the run is over by now. */
  async connect(): Promise<Conversation | undefined> {
    const { openLine, messageBytes, inFlight } = this.options;
    const kind = new MessageKind(messageBytes, this.#connections++);
    const conversation = await Conversation.open(openLine, this.ledger, kind, inFlight);
    if (conversation === undefined) return undefined;
    if (this.over.aborted) {
      conversation.drop();
      return undefined;
    }
    this.#conversations.add(conversation);
    void conversation.closed.then(() => this.#conversations.delete(conversation));
    return conversation;
  }

  async connectAll(count: number): Promise<Conversation[]> {
    const all = await Promise.all(Array.from({ length: count }, () => this.connect()));
    return all.filter((one) => one !== undefined);
  }

  /** Begins the window; the returned function ends it. */
  measure(): () => Omit<Measured, 'counts'> {
    const { counts, roundTrips } = this.ledger;
    const [echoedBefore, bytesBefore] = [counts.echoed, this.#bytes()];
    roundTrips.reset();
    const stopMonitor = startMonitor(this.options.serverParts);
    const start = performance.now();
    return () => {
      const seconds = (performance.now() - start) / 1000;
      const costs = stopMonitor();
      const echoed = counts.echoed - echoedBefore;
      const inMs = (us: number): number => (echoed === 0 ? 0 : us / 1000);
      return {
        seconds,
        roundTrips: echoed,
        ms: {
          p50: inMs(roundTrips.percentile(50)),
          p99: inMs(roundTrips.percentile(99)),
          max: inMs(roundTrips.max),
        },
        wireBytes: echoed === 0 ? null : (this.#bytes() - bytesBefore) / echoed,
        costs,
      };
    };
  }

  /** Sends nothing more, waits for what is under way, and closes everything. */
  async end(): Promise<Counts> {
    this.#ending.abort();
    const left = Array.from(this.#conversations);
    for (const conversation of left) conversation.hush();
    await Promise.all(left.map((conversation) => conversation.quiet()));
    clearInterval(this.#looking);
    for (const conversation of left) conversation.drop();
    return this.ledger.counts;
  }

  #bytes(): number {
    return Array.from(this.#conversations, (one) => one.bytes()).reduce(
      (a, b) => a + b,
      this.ledger.closedBytes,
    );
  }
}
