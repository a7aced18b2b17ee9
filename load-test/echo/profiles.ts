/** The ways in which the echo is asked for, and the window in which each is measured. */

import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { startMonitor, type CostFigures, type Part } from '../swarm/monitor.js';
import { Conversation, Ledger, type Counts } from './conversation.js';
import { type OpenLine, MessageKind } from './lines.js';
import { pause } from '../swarm/waiting.js';

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

class Stage {
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

/** Of the profiles with many connections. */
export const CLIENTS = 100;

export const PROFILES = ['reconnect', 'paced', 'pipelined'] as const;
export type Profile = (typeof PROFILES)[number];

export interface ProfileOptions {
  openLine: OpenLine;
  serverParts: readonly Part[];
  /** Of the profiles that last a time: before the window, and of it. */
  warmUpSeconds: number;
  seconds: number;
  /** Of the profile that lasts a number of round trips. */
  roundTrips: number;
  signal: AbortSignal;
}

/** The size makes the figures comparable with those that others have published. */
const MESSAGE_BYTES: Record<Profile, number> = { reconnect: 500, paced: 8, pipelined: 8 };
const RECONNECT = { inFlight: 100, connectionMs: 500 };
/** `inFlight` is also how far a client may be behind: 50 ms. */
export const PACED = { perSecond: 1_000, inFlight: 50, tickMs: 1 };
export const PIPELINED = { inFlight: 250, mostSeconds: 60 };

export function runProfile(profile: Profile, options: ProfileOptions): Promise<Measured> {
  switch (profile) {
    case 'reconnect':
      return reconnect(options);
    case 'paced':
      return paced(options);
    case 'pipelined':
      return pipelined(options);
  }
}

/** Every client sends as fast as echoes come, and drops its connection in the middle of it, over and over. */
async function reconnect(options: ProfileOptions): Promise<Measured> {
  const { inFlight, connectionMs } = RECONNECT;
  const stage = openStage('reconnect', inFlight, options);
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    // Spread, so that drops come one by one.
    await pause((n / CLIENTS) * connectionMs, stage.over);
    while (!stage.over.aborted) {
      const conversation = await stage.connect();
      conversation?.allow(Infinity);
      const lifetime = pause(connectionMs, stage.over);
      await (conversation === undefined ? lifetime : Promise.race([lifetime, conversation.closed]));
      if (!stage.over.aborted) conversation?.drop();
    }
  });
  const measured = await measureFor(options, stage);
  const counts = await stage.end();
  await Promise.all(clients);
  return { ...measured, counts };
}

/** Every client sends at one rate; where that is too fast, at what it can. */
async function paced(options: ProfileOptions): Promise<Measured> {
  const { perSecond, inFlight, tickMs } = PACED;
  const stage = openStage('paced', inFlight, options);
  const clients = await stage.connectAll(CLIENTS);
  let from = performance.now();
  const pacing = setInterval(() => {
    const now = performance.now();
    const due = ((now - from) / 1000) * perSecond;
    from = now;
    for (const conversation of clients) conversation.allow(due, inFlight);
  }, tickMs);
  const measured = await measureFor(options, stage);
  clearInterval(pacing);
  return { ...measured, counts: await stage.end() };
}

/** One client sends the next message when an echo has come; from the first round trip to the last. */
async function pipelined(options: ProfileOptions): Promise<Measured> {
  const { inFlight, mostSeconds } = PIPELINED;
  const stage = openStage('pipelined', inFlight, options);
  const conversation = await stage.connect();
  const stopMeasuring = stage.measure();
  conversation?.allow(options.roundTrips);
  const signal = AbortSignal.any([options.signal, stage.over]);
  await Promise.race([conversation?.quiet(), pause(mostSeconds * 1000, signal)]);
  return { ...stopMeasuring(), counts: await stage.end() };
}

function openStage(profile: Profile, inFlight: number, options: ProfileOptions): Stage {
  const { openLine, serverParts } = options;
  return new Stage({ openLine, serverParts, inFlight, messageBytes: MESSAGE_BYTES[profile] });
}

async function measureFor(
  { warmUpSeconds, seconds, signal }: ProfileOptions,
  stage: Stage,
): Promise<Omit<Measured, 'counts'>> {
  await pause(warmUpSeconds * 1000, signal);
  const stopMeasuring = stage.measure();
  await pause(seconds * 1000, signal);
  return stopMeasuring();
}
