/** What the virtual users of one run of Artillery share: rooms and seats, what they measure, and the steps with which every scenario begins. */

import { performance } from 'node:perf_hooks';
import { writeFileSync } from 'node:fs';
import type { AckResult, CommandName, ClientToServerEvents } from '../../src/protocol/commands.js';
import {
  type ServerEvent,
  type ServerToClientEvents,
  type PlayerPayload,
  NAMESPACE,
} from '../../src/protocol/events.js';
import { type Part, type CostFigures, startMonitor } from '../swarm/monitor.js';
import { round, type Summary, Histogram } from '../swarm/histogram.js';
import type { GameMode } from '../../src/protocol/room-options.js';

/** A socket as the engine opens it. */
export interface GameSocket {
  readonly connected: boolean;
  auth: object;
  readonly io: {
    on(event: 'reconnect_attempt', listener: () => void): unknown;
    readonly engine: { close(): unknown };
  };
  on<E extends ServerEvent>(event: E, listener: ServerToClientEvents[E]): unknown;
  on(event: 'disconnect', listener: (reason: string) => void): unknown;
  timeout(ms: number): {
    emitWithAck(command: CommandName, payload: unknown): Promise<AckResult>;
  };
  disconnect(): unknown;
}

/** What Artillery calls the context: `vars` fill the templates of the scenario's file. */
export interface VirtualUser {
  readonly vars: Record<string, unknown>;
  /** By namespace; the engine opens one when a step emits to it first. */
  readonly sockets: Record<string, GameSocket | undefined>;
}

/** Where Artillery takes a scenario's own figures from. */
export interface Metrics {
  emit(kind: 'counter' | 'histogram', name: string, value: number): void;
}

/** Ends a step that must not wait: what follows runs in the same turn of the event loop. */
export type Done = () => void;

/** The engine connects every virtual user to the root namespace first, which no player does. */
export function leaveRootNamespace({ sockets }: VirtualUser): void {
  sockets['']?.disconnect();
}

/** A promise that somebody else settles. */
export class Signal<T = void> {
  readonly promise: Promise<T>;
  give: (value: T) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve) => (this.give = resolve));
  }
}

/** Rejects with `what` when the promise takes longer. */
export async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export class Settings {
  constructor(private readonly vars: Readonly<Record<string, unknown>>) {}

  /** A number that the scenario's file or the command line gives. */
  number(name: string): number {
    const value = Number(this.vars[name] ?? Number.NaN);
    if (Number.isNaN(value)) throw new Error(`the scenario gives no number "${name}"`);
    return value;
  }

  get target(): string {
    return String(this.vars['target']);
  }

  /** Where the results go; absent when a scenario is run by hand. */
  get resultFile(): string | undefined {
    const file = this.vars['resultFile'];
    return typeof file === 'string' ? file : undefined;
  }

  /** Processes to measure. */
  get parts(): Part[] {
    return this.#json<Part>('parts');
  }

  /** Origins of the server's processes, whose /metrics are read. */
  get processes(): string[] {
    return this.#json<string>('processes');
  }

  /** A list is given as text, as Artillery draws one element of an array for each virtual user. */
  #json<T>(name: string): T[] {
    const text = this.vars[name];
    return typeof text === 'string' ? (JSON.parse(text) as T[]) : [];
  }
}

const HISTOGRAMS = ['madang_command_seconds', 'madang_flush_seconds'];
const TIMEOUT_MS = 2_000;

export interface ServerTime {
  /** A command's name, or `flush`. */
  what: string;
  count: number;
  meanMs: number;
  /** Interpolated within a bucket of the histogram. */
  p95Ms: number;
  p99Ms: number;
}

interface Buckets {
  sum: number;
  count: number;
  /** Observations up to a bound, by bound in seconds. */
  upTo: Map<number, number>;
}

export type ServerClock = ReadonlyMap<string, Buckets>;

/** The histograms of all processes together; undefined when one does not tell. */
export async function readServerClock(
  origins: readonly string[],
): Promise<ServerClock | undefined> {
  if (origins.length === 0) return undefined;
  try {
    const texts = await Promise.all(
      origins.map(async (origin) => {
        const response = await fetch(`${origin}/metrics`, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!response.ok) throw new Error(`${origin} answers ${response.status}`);
        return response.text();
      }),
    );
    return parseHistograms(texts.join('\n'));
  } catch {
    return undefined;
  }
}

/** Adds up the lines of the Prometheus text format that belong to the histograms of interest. */
export function parseHistograms(text: string): Map<string, Buckets> {
  const found = new Map<string, Buckets>();
  for (const line of text.split('\n')) {
    const match = /^(\w+)_(bucket|sum|count)(?:\{([^}]*)\})? (\S+)/.exec(line);
    if (match === null) continue;
    const [, name = '', kind, labels = '', value] = match;
    if (!HISTOGRAMS.includes(name)) continue;
    const what = /command="([^"]*)"/.exec(labels)?.[1] ?? 'flush';
    const buckets = found.get(what) ?? { sum: 0, count: 0, upTo: new Map<number, number>() };
    found.set(what, buckets);
    if (kind === 'sum') buckets.sum += Number(value);
    else if (kind === 'count') buckets.count += Number(value);
    else {
      const bound = Number((/le="([^"]*)"/.exec(labels)?.[1] ?? '').replace('+Inf', 'Infinity'));
      buckets.upTo.set(bound, (buckets.upTo.get(bound) ?? 0) + Number(value));
    }
  }
  return found;
}

/** What happened between two readings; null when one of them failed. */
export function serverTimes(
  before: ServerClock | undefined,
  after: ServerClock | undefined,
): ServerTime[] | null {
  if (before === undefined || after === undefined) return null;
  return [...after].flatMap(([what, buckets]) => {
    const spent = since(before.get(what), buckets);
    if (spent.count === 0) return [];
    return {
      what,
      count: spent.count,
      meanMs: inMs(spent.sum / spent.count),
      p95Ms: inMs(quantile(spent, 0.95)),
      p99Ms: inMs(quantile(spent, 0.99)),
    };
  });
}

function since(before: Buckets | undefined, after: Buckets): Buckets {
  if (before === undefined) return after;
  return {
    sum: after.sum - before.sum,
    count: after.count - before.count,
    upTo: new Map(
      [...after.upTo].map(([bound, count]) => [bound, count - (before.upTo.get(bound) ?? 0)]),
    ),
  };
}

function quantile({ count, upTo }: Buckets, share: number): number {
  const rank = share * count;
  let lower = { bound: 0, count: 0 };
  for (const [bound, within] of [...upTo].sort(([a], [b]) => a - b)) {
    if (within >= rank) {
      if (bound === Infinity) return lower.bound;
      const part = (rank - lower.count) / Math.max(1, within - lower.count);
      return lower.bound + (bound - lower.bound) * part;
    }
    lower = { bound, count: within };
  }
  return lower.bound;
}

const inMs = (seconds: number): number => round(seconds * 1000, 4);

/** Percentiles of the samples of one second. */
export interface Moment {
  /** Since the first virtual user began. */
  second: number;
  p50: number;
  p95: number;
  max: number;
}

/** In ms. */
export interface Latency {
  name: string;
  summary: Summary;
  overTime: Moment[];
}

export interface Outcome {
  /** False when the run ended before the scenario did. */
  complete: boolean;
  latencies: Latency[];
  counts: Record<string, number>;
  /** Of the measuring window or, without one, the whole scenario; null before its end. */
  cost: CostFigures | null;
  /** Of the measuring window: empty without one, null when the server's /metrics could not be read. */
  serverTimes: ServerTime[] | null;
}

/** A histogram that tells of each sample. */
class ForwardingHistogram extends Histogram {
  constructor(private readonly tell: (value: number) => void) {
    super();
  }

  override record(value: number): void {
    super.record(value);
    this.tell(value);
  }
}

interface Track {
  all: Histogram;
  bySecond: Map<number, Histogram>;
}

export class Recorder {
  cost: CostFigures | null = null;
  serverTimes: ServerTime[] | null = [];
  readonly #startedAt = performance.now();
  readonly #tracks = new Map<string, Track>();
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly metrics: Metrics,
    private readonly file: string | undefined,
  ) {}

  /** A latency in ms; Artillery knows it as `<name>_ms`. */
  latency(name: string, ms: number): void {
    const track = this.#track(name);
    track.all.record(ms);
    const second = Math.floor((performance.now() - this.#startedAt) / 1000);
    const histogram = track.bySecond.get(second) ?? new Histogram();
    track.bySecond.set(second, histogram);
    histogram.record(ms);
    this.metrics.emit('histogram', `${name}_ms`, ms);
  }

  /** Its samples count as latencies of this name. */
  histogramOf(name: string): Histogram {
    return new ForwardingHistogram((ms) => this.latency(name, ms));
  }

  /** Sets what is counted elsewhere; Artillery hears of it when the scenario is over. */
  set(name: string, value: number): void {
    this.#counts.set(name, value);
  }

  count(name: string, by = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  /** So that a run which is ended early has results. */
  save(complete: boolean): void {
    if (this.file !== undefined) writeFileSync(this.file, JSON.stringify(this.#outcome(complete)));
  }

  /** Tells Artillery the counts, for its thresholds and its report; a name's spaces become underscores. */
  finish(): void {
    for (const [name, value] of this.#counts)
      this.metrics.emit('counter', name.replaceAll(/\W/g, '_'), value);
    this.save(true);
  }

  #track(name: string): Track {
    const track = this.#tracks.get(name) ?? { all: new Histogram(), bySecond: new Map() };
    this.#tracks.set(name, track);
    return track;
  }

  #outcome(complete: boolean): Outcome {
    const latencies = [...this.#tracks].map(([name, { all, bySecond }]): Latency => ({
      name,
      summary: all.summary(),
      overTime: [...bySecond].map(([second, histogram]) => {
        const { p50, p95, max } = histogram.summary();
        return { second, p50, p95, max };
      }),
    }));
    return {
      complete,
      latencies,
      counts: Object.fromEntries(this.#counts),
      cost: this.cost,
      serverTimes: this.serverTimes,
    };
  }
}

const JOIN_TIMEOUT_MS = 15_000;
const ACK_TIMEOUT_MS = 10_000;

export class Room {
  readonly pin = new Signal<string>();
  readonly seats: Seat[] = [];
  /** Those whose roster came, by player id. */
  readonly byId = new Map<string, Seat>();

  constructor(readonly mode: GameMode) {}

  /** True when everybody who was expected has come in or failed. */
  isFull(expected: number): boolean {
    return this.seats.filter((seat) => seat.settled).length >= expected;
  }
}

/** One virtual user in its room. */
export class Seat {
  readonly #joined = new Signal<PlayerPayload>();
  #socket: GameSocket | undefined;
  #connectsSince = 0;
  playerId = '';
  pin = '';
  token = '';
  /** Ids of those that this player was told of. */
  readonly roster = new Set<string>();
  /** As the latest roster shows this player. */
  self: PlayerPayload | undefined;
  /** Joined or failed. */
  settled = false;
  /** Set when it may lose its connection. */
  leaving = false;

  constructor(
    private readonly recorder: Recorder,
    readonly room: Room,
    /** Within its room; 0 opened it. */
    readonly index: number,
  ) {}

  get socket(): GameSocket {
    if (this.#socket === undefined) throw new Error('not connected');
    return this.#socket;
  }

  /** What the templates of the scenario's file need to connect. */
  async prepare(vars: Record<string, unknown>, number: number, capacity: number): Promise<void> {
    // Behind nginx one address would send every player to one process; its first three octets count.
    vars['address'] = `10.${number >> 8}.${number & 255}.1`;
    vars['playerName'] = `Artillery ${number + 1}`;
    if (this.index === 0) {
      const options = `title=Load;gameMode=${this.room.mode};maxPlayerCount=${capacity};isPublic=false`;
      vars['query'] = { 'create-room': options };
    } else {
      this.pin = await within(JOIN_TIMEOUT_MS, this.room.pin.promise, 'room not opened');
      vars['query'] = { 'game-id': this.pin };
    }
    this.#connectsSince = performance.now();
  }

  /** Call it in the turn in which the socket has connected. Resolves when the roster holds this player. */
  async enter(socket: GameSocket): Promise<void> {
    const { recorder } = this;
    this.#socket = socket;
    socket.on('session', ({ token = '' }) => {
      this.token = token;
      // What a phone keeps as a cookie: it shows who comes back.
      socket.auth = { token };
    });
    socket.on('createRoom', ({ gameId }) => {
      this.pin = gameId;
      this.room.pin.give(gameId);
    });
    socket.on('getSelfId', ({ playerId }) => (this.playerId = playerId));
    socket.on('exitRoom', ({ playerId }) => this.roster.delete(playerId));
    socket.on('joinRoom', ({ players }) => {
      for (const { playerId } of players) this.roster.add(playerId);
      const self = players.find(({ playerId }) => playerId === this.playerId);
      if (self === undefined) return;
      this.self = self;
      this.#joined.give(self);
    });
    socket.on('exception', ({ event, code }) => recorder.count(`refused ${event} ${code}`));
    socket.on('exception', () => recorder.count('refused'));
    socket.on('disconnect', (reason) => {
      if (this.leaving) return;
      recorder.count('dropped');
      recorder.count(`dropped ${reason}`);
    });
    try {
      await within(JOIN_TIMEOUT_MS, this.#joined.promise, 'no roster');
      // Whoever opens the room is another case, and one sample only.
      if (this.index > 0) recorder.latency('join', performance.now() - this.#connectsSince);
      recorder.count('joined');
      this.room.byId.set(this.playerId, this);
    } finally {
      this.settled = true;
    }
  }

  /** Sends a command and rejects unless the server agrees. */
  async command<C extends CommandName>(
    command: C,
    payload: Parameters<ClientToServerEvents[C]>[0],
  ): Promise<void> {
    const answer = await this.socket.timeout(ACK_TIMEOUT_MS).emitWithAck(command, payload);
    if (!answer.ok) throw new Error(`${command} refused: ${answer.error.code}`);
  }
}

const SAVE_EVERY_MS = 5_000;

export class Run {
  readonly startedAt = performance.now();
  readonly recorder: Recorder;
  readonly rooms: Room[];
  /** Players of each room. */
  readonly expected: number;
  arrivals = 0;
  readonly #saving: NodeJS.Timeout;
  readonly #stopMonitor: () => CostFigures;

  constructor(
    readonly settings: Settings,
    metrics: Metrics,
    modes: readonly GameMode[],
    expected: number,
  ) {
    this.recorder = new Recorder(metrics, settings.resultFile);
    this.rooms = modes.map((mode) => new Room(mode));
    this.expected = expected;
    for (const name of ['joined', 'refused', 'dropped']) this.recorder.set(name, 0);
    this.#stopMonitor = startMonitor(settings.parts);
    this.#saving = setInterval(() => this.recorder.save(false), SAVE_EVERY_MS);
  }

  finish(): void {
    clearInterval(this.#saving);
    const cost = this.#stopMonitor();
    this.recorder.cost ??= cost;
    this.recorder.finish();
  }
}

export interface Steps<R extends Run> {
  /** Before the first step that emits to /game, which connects. */
  takeSeat: (user: VirtualUser, metrics: Metrics) => Promise<void>;
  /** Right after that step. */
  enterRoom: (user: VirtualUser) => Promise<void>;
  of: (user: VirtualUser) => { run: R; seat: Seat };
}

/** The run begins with its first virtual user. All of them live in one thread of Artillery's. */
export function roomSteps<R extends Run>(
  begin: (vars: Record<string, unknown>, metrics: Metrics) => R,
  entered: (run: R, seat: Seat) => void = () => {},
): Steps<R> {
  let run: R | undefined;
  const seats = new WeakMap<VirtualUser, Seat>();
  const of = (user: VirtualUser): { run: R; seat: Seat } => {
    const seat = seats.get(user);
    if (run === undefined || seat === undefined) throw new Error('takeSeat comes first');
    return { run, seat };
  };
  return {
    of,
    takeSeat: async (user, metrics) => {
      leaveRootNamespace(user);
      run ??= begin(user.vars, metrics);
      const number = run.arrivals++;
      const room = run.rooms[number % run.rooms.length];
      if (room === undefined) throw new Error('a scenario needs a room');
      const seat = new Seat(run.recorder, room, room.seats.length);
      room.seats.push(seat);
      seats.set(user, seat);
      await seat.prepare(user.vars, number, run.expected);
    },
    enterRoom: async (user) => {
      const { run: mine, seat } = of(user);
      const socket = user.sockets[NAMESPACE];
      if (socket === undefined) throw new Error('the step before enterRoom emits to /game');
      await seat.enter(socket);
      entered(mine, seat);
    },
  };
}
