import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { BatchHooks } from '../live/batch/batch-processor.js';
import type { Attendance } from '../live/batch/audiences.js';
import type { DueTrigger } from '../live/store/contract.js';
import type { ShardStatus, StoreStatus } from '../live/store/parts.js';
import { CommandMetrics } from './command-metrics.js';
import { HotHistogram, type HotSeries } from './hot-histogram.js';
import { ProcessLoad } from './process-load.js';
import { counter, gauge } from './read-on-demand.js';
import { TransportMetrics } from './transport-metrics.js';

/** Upper bounds: of work within the process, of round trips, and of timers, which tick in whole ms. */
const WORK_SECONDS = [50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.5];
const TRIP_SECONDS = [100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const LATE_SECONDS = [1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** Each tick wakes the process; an idle one takes a third more CPU with the default of 10 ms. */
export const LOOP_TIMER_MS = 20;

/** The program, the version of the rooms that it stores and of what it tells pages: labels of `madang_build_info`. */
export type Build = Readonly<{ version: string; schema: number; wire: number }>;

/** Asked whenever somebody reads the metrics. */
export interface Standing {
  store: () => StoreStatus;
  isDatabaseAway: () => boolean;
  /** Games whose results are still to be written. */
  resultsWaiting: () => number;
}

/** What one process tells of itself; docs/metrics.md explains each. */
export class ServerMetrics {
  readonly commands: CommandMetrics;
  readonly transports: TransportMetrics;
  readonly batch: Omit<BatchHooks, 'failed'>;
  readonly load = new ProcessLoad();
  /** True once the process begins to send its players away. */
  isDraining = false;
  private rooms: () => readonly Attendance[] = () => [];
  private readonly registry = new Registry();
  private readonly phaseLateness: HotHistogram;
  private readonly redis: HotHistogram;

  constructor(readonly build: Build) {
    collectDefaultMetrics({
      register: this.registry,
      eventLoopMonitoringPrecision: LOOP_TIMER_MS,
    });
    this.tellProcess();
    this.commands = new CommandMetrics(this.registry);
    this.transports = new TransportMetrics(this.registry);
    this.batch = this.batchHooks();
    this.phaseLateness = this.histogram(
      'madang_phase_lateness_seconds',
      'How long after its deadline a phase was ended, by what woke this process.',
      LATE_SECONDS,
      'trigger',
    );
    this.redis = this.histogram(
      'madang_redis_seconds',
      'From sending a command or script to the reply of Redis.',
      TRIP_SECONDS,
      'command',
    );
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Everything in Prometheus's text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** A phase was ended here; without `lateMs` it was somebody else who did. */
  claimed(trigger: DueTrigger, lateMs: number | undefined): void {
    if (lateMs !== undefined) this.phaseLateness.with(trigger).observe(lateMs / 1000);
  }

  readonly answered = (command: string, tookMs: number): void =>
    this.redis.with(command).observe(tookMs / 1000);

  /** `rooms` is asked whenever somebody reads the metrics. */
  watchRooms(rooms: () => readonly Attendance[]): void {
    const { registry } = this;
    this.rooms = rooms;
    const sum = (key: keyof Attendance): number => this.sum(key);
    gauge(registry, 'madang_rooms', 'Rooms that this process hosts.', () => rooms().length);
    gauge(registry, 'madang_players', 'Players connected here.', () => sum('players'));
    gauge(registry, 'madang_spectators', 'Spectators connected here, such as projectors.', () =>
      sum('spectators'),
    );
    gauge(registry, 'madang_clients_behind', 'Clients that get nothing until they have read.', () =>
      sum('behind'),
    );
  }

  /** Tells of the store, the database and what waits for it. */
  watchStanding({ store, isDatabaseAway, resultsWaiting }: Standing): void {
    const { registry } = this;
    this.ofShards(
      'madang_store_away',
      'Whether a server of the store cannot be reached.',
      store,
      (one) => Number(one.isAway),
    );
    this.ofShards(
      'madang_store_clock_ms',
      'How far its clock is ahead of this machine’s.',
      store,
      (one) => one.clockMs,
    );
    gauge(
      registry,
      'madang_store_warnings',
      'What works of the store, but not as it should.',
      () => store().warnings.length,
    );
    counter(
      registry,
      'madang_store_switches_total',
      'How often rooms have moved to another server of the store.',
      () => store().switches,
    );
    gauge(registry, 'madang_database_away', 'Whether the database is missed.', () =>
      Number(isDatabaseAway()),
    );
    gauge(
      registry,
      'madang_results_waiting',
      'Games whose results are still to be written.',
      resultsWaiting,
    );
  }

  /** Rooms and people here now. */
  get crowd(): { rooms: number; players: number; connections: number } {
    const rooms = this.rooms().length;
    return { rooms, players: this.sum('players'), connections: this.transports.connections };
  }

  close(): void {
    this.load.close();
  }

  private sum(key: keyof Attendance): number {
    return this.rooms().reduce((all, { [key]: count }) => all + count, 0);
  }

  private tellProcess(): void {
    const { registry, build } = this;
    new Gauge({
      name: 'madang_build_info',
      help: 'Always 1: which program this is, the version of the rooms that it stores and of what it tells pages.',
      labelNames: Object.keys(build),
      registers: [registry],
    }).set(build, 1);
    gauge(registry, 'madang_draining', 'Whether the process sends its players away.', () =>
      Number(this.isDraining),
    );
    gauge(
      registry,
      'madang_eventloop_utilization',
      'The part of the last 15 to 30 s in which the event loop had something to do.',
      () => this.load.utilization,
    );
  }

  /** A gauge with a line for each server of the store. */
  private ofShards(
    name: string,
    help: string,
    store: () => StoreStatus,
    read: (shard: ShardStatus) => number,
  ): void {
    const metric: Gauge<'shard'> = new Gauge({
      name,
      help,
      labelNames: ['shard'],
      registers: [this.registry],
      collect: () => {
        // One that is gone has no line.
        metric.reset();
        for (const shard of store().shards) metric.set({ shard: shard.name }, read(shard));
      },
    });
  }

  private batchHooks(): Omit<BatchHooks, 'failed'> {
    const plain = (name: string, help: string, bounds: number[]): HotSeries =>
      this.histogram(name, help, bounds).with('');
    const flush = plain(
      'madang_flush_seconds',
      'Encoding and handing out one flush of a room.',
      WORK_SECONDS,
    );
    const lateness = plain(
      'madang_flush_lateness_seconds',
      'How long after its place on the grid a flush began.',
      LATE_SECONDS,
    );
    const share = plain(
      'madang_share_seconds',
      'Until the store had what the players of a room did.',
      TRIP_SECONDS,
    );
    const moves = plain('madang_batch_moves', 'Moves in a flush that had some.', SIZES);
    const chats = plain('madang_batch_chats', 'Messages in a flush that had some.', SIZES);
    return {
      flushed: (info) => {
        flush.observe(info.tookMs / 1000);
        if (info.moves > 0) moves.observe(info.moves);
        if (info.chats > 0) chats.observe(info.chats);
      },
      woken: (lateMs) => lateness.observe(lateMs / 1000),
      gaveUp: () => this.transports.hooks.closedSlow('behind'),
      shared: (tookMs) => share.observe(tookMs / 1000),
    };
  }

  private histogram(name: string, help: string, bounds: number[], label?: string): HotHistogram {
    return new HotHistogram(this.registry, name, help, bounds, label);
  }
}
