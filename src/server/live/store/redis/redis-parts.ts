import { isAway } from '../../../../protocol/index.js';
import type { ShardStatus, StoreParts } from '../parts.js';
import { PIN_REST_MS } from '../limits.js';
import { RoomWriter } from '../room-writer.js';
import type { RoomUpdate } from '../room-update.js';
import type { ReportError } from './channels.js';
import type { ConnectionLogger } from './connections.js';
import { DeadlineWatch, RedisTimer } from './deadline.js';
import { every } from './every.js';
import { Installation } from './installation.js';
import { ALL_BUCKETS, bucketOfRoom, expiryChannel, RedisKeys } from './keys.js';
import { ProcessLease } from './process-lease.js';
import { parseRedisUrl } from '../../../platform/redis/redis-address.js';
import { RedisBus } from './redis-bus.js';
import { KeyEvents } from './key-events.js';
import { checkRedisConfig, isNearlyFull } from './redis-config.js';
import { RedisCounts } from './redis-counts.js';
import { Refusals, tryRights } from './redis-rights.js';
import { RedisStore, TURN_MS } from './redis-store.js';
import { timeReplies, type ReplyObserver } from './reply-times.js';
import { RedisRegistry } from './redis-registry.js';
import { Scripts } from './scripts.js';
import type { Shard } from './shard.js';
import { fromAny, Shards } from './shards.js';
import { StartRefused } from './start-refused.js';

const SECOND_MS = 1_000;
const NO_EVENTS_WARNING =
  'redis does not tell of keys that expire: see to it that notify-keyspace-events has "Ex"';
const FULL_WARNING = 'redis is nearly full: no new rooms and players until there is room';
const HOUSEKEEPING_LEASE_MS = 10_000;
const LEASE_MS = 3_000;
/**
 * After an outage no phase ends here for so long: all processes find back meanwhile, and share what their
 * players did before the deadline (R5.3). Longer than the longest delay between two attempts to connect.
 */
const REUNION_MS = 800;
/**
 * Where a primary of a cluster gave its rooms to another one in good order, all processes know it by their next look
 * at the cluster, connect, and share.
 */
const HANDOVER_MS = 600;
/** Somebody may change them while we run. */
const CHECK_CONFIG_MS = 5_000;
/** Clocks of two primaries that differ by more are told: deadlines come with their rooms. */
const CLOCKS_APART_MS = 20;

export interface RedisPartsSettings {
  /** As `REDIS_URL` has it. */
  url: string;
  /** Of all keys and channels, so that several installations or tests share a Redis. */
  prefix?: string;
  /** That of all processes here. */
  secret: string;
  /** Subscriptions that others make beside us, for which rights are tried, too. */
  patterns: readonly string[];
  /** Unlike that of any other process, and of any earlier run of this one. */
  processId: string;
  /** How long after a deadline moves that other processes had in time may still arrive, in ms. */
  settleMs: number;
  logger: ConnectionLogger & { error(fields: object, message: string): void };
  /** Hears of each append and end of a room once in all: in the process that made it happen. */
  observe?: (roomId: string, update: RoomUpdate) => void;
  answered?: ReplyObserver;
  /** For tests of two versions. */
  schema?: number;
  /** For tests on a real clock. */
  pinRestMs?: number;
  sweepMs?: number;
  housekeepingLeaseMs?: number;
  leaseMs?: number;
  listMs?: number;
  turnMs?: number;
}

export interface RedisParts extends StoreParts {
  shards: Shards;
}

/** The store in Redis. It is there at once, and answers STORE_AWAY until Redis does. */
export function createRedisParts(settings: RedisPartsSettings): RedisParts {
  const { processId, settleMs, logger, sweepMs = SECOND_MS, leaseMs = LEASE_MS } = settings;
  const report: ReportError = (err, where) => logger.error({ err, where }, 'store error');
  const keys = new RedisKeys(settings.prefix);
  const served = once();
  const refusals = new Refusals((error) =>
    logger.warn({ error }, 'redis refuses its user what is needed'),
  );
  const shards: Shards = new Shards(keys, {
    address: parseRedisUrl(settings.url),
    logger,
    report,
    heard: (error) => refusals.note(error),
    opened: (shard) => prepare(shard),
    moved: (buckets, to, before) => takeOver(buckets, to, before),
    homeMoved: () => lease.startAnew(),
    refused: (why) => served.reject(why),
  });
  // Until a primary is known nothing asks for the time but what fails anyway.
  const now = (): number => shards.home()?.clock.now() ?? Date.now();
  const isFull = (): boolean => shards.all().some((shard) => shard.isFull);
  /** By bucket: no phase of its rooms ends here before that, as monotonic ms. */
  const heldUntil: number[] = [];
  const scripts = new Scripts(shards, keys);

  const registry = new RedisRegistry(shards, keys, scripts, {
    pinRestMs: settings.pinRestMs ?? PIN_REST_MS,
    listMs: settings.listMs ?? SECOND_MS,
    isFull,
    now,
  });
  const store = new RedisStore(shards, keys, scripts, registry, {
    processId,
    settleMs,
    turnMs: settings.turnMs ?? TURN_MS,
    isFull,
    now,
    observe: settings.observe ?? ((): void => {}),
  });
  const timer = new RedisTimer(shards, keys, scripts, {
    housekeepingLeaseMs: settings.housekeepingLeaseMs ?? HOUSEKEEPING_LEASE_MS,
    now,
    isHeld: (roomId) => performance.now() < (heldUntil[bucketOfRoom(roomId)] ?? -Infinity),
    report,
  });
  const watch = new DeadlineWatch(shards, keys, {
    settleMs,
    now,
    ended: (roomId, version, trigger) => timer.ring({ kind: 'phase', roomId, version }, trigger),
    report,
  });
  const bus = new RedisBus(shards, keys, {
    followed: (roomId) => watch.follow(roomId),
    heard: (roomId, update) => {
      if (update.kind !== 'appended') return;
      for (const change of update.changes)
        if (change.kind === 'phase') watch.note(roomId, change.phase);
    },
    left: (roomId) => watch.leave(roomId),
  });
  const writer = new RoomWriter(store);
  const { secret, schema } = settings;
  const installation = new Installation(keys, scripts, { secret, leaseMs, schema });
  const lease = new ProcessLease(shards, keys, scripts, writer, { processId, leaseMs, now });

  const expired = (key: string): void => {
    const timerKey = keys.timerOf(key);
    if (timerKey !== undefined) watch.expired(timerKey.roomId, timerKey.version);
  };
  // While Redis is away, all of this fails over and over; that it is away is known.
  const failed = (error: unknown): void => {
    if (!isAway(error)) report(error, 'upkeep');
  };
  const ofEach = async (work: (shard: Shard) => Promise<void>): Promise<void> => {
    await fromAny(shards.all().map(work));
  };
  const subscribed = once();
  const gaps = new Listeners<[concerns: (roomId: string) => boolean]>();
  const changes = new Listeners<[isAway: boolean, concerns: (roomId: string) => boolean]>();
  const sweeps = every(sweepMs, () => timer.sweep(), failed);
  const signs = every(
    // So that two signs of life may get lost.
    leaseMs / 3,
    async () => {
      if (!installation.hasEntered) return;
      await ofEach(({ clock }) => clock.measure());
      await lease.renew();
      served.resolve();
      await lease.dropEnded();
    },
    failed,
  );
  const upkeep = [
    sweeps,
    signs,
    every(
      leaseMs / 3,
      async () => {
        const { hasEntered } = installation;
        if (!hasEntered) await ofEach(tryRightsOf);
        await installation.hold();
        if (!hasEntered) signs.run();
      },
      (error) => (error instanceof StartRefused ? served.reject(error) : failed(error)),
    ),
    every(
      SECOND_MS,
      () => ofEach(async (shard) => void (shard.isFull = await isNearlyFull(shard.commands))),
      failed,
    ),
    every(CHECK_CONFIG_MS, () => ofEach(checkConfigOf), failed),
    every(SECOND_MS, () => ofEach(tryEventsOf), failed),
  ];

  const reunions = new Set<NodeJS.Timeout>();
  const hold = (buckets: readonly number[], holdMs: number): void => {
    for (const bucket of buckets) heldUntil[bucket] = performance.now() + holdMs;
    const reunion = setTimeout(() => {
      reunions.delete(reunion);
      sweeps.run();
    }, holdMs);
    reunions.add(reunion);
  };
  /** As it was told last of each bucket; nothing before its primary was there or away once. */
  const told: (boolean | undefined)[] = [];
  const tellChanges = (): void => {
    for (const isAwayNow of [true, false]) {
      const changed = ALL_BUCKETS.filter((bucket) => {
        const isKnown = shards.stateOf(bucket);
        return isKnown === isAwayNow && told[bucket] !== isAwayNow;
      });
      if (changed.length === 0) continue;
      for (const bucket of changed) told[bucket] = isAwayNow;
      changes.call(isAwayNow, (roomId) => changed.includes(bucketOfRoom(roomId)));
    }
  };

  function tryRightsOf(shard: Shard): Promise<void> {
    const [bucket] = shards.bucketsOf(shard);
    const { patterns } = settings;
    const { isCluster } = shards;
    // One without rooms has hardly anything to do.
    if (bucket === undefined) return Promise.resolve();
    return tryRights(shard, { ...keys.trial(bucket), isCluster, patterns });
  }

  async function checkConfigOf(shard: Shard): Promise<void> {
    const { warnings: found, tellsEvents } = await checkRedisConfig(shard.commands);
    shard.warnings = found;
    shard.events = tellsEvents === true ? undefined : (shard.events ?? new KeyEvents());
  }

  async function tryEventsOf(shard: Shard): Promise<void> {
    const [bucket] = shards.bucketsOf(shard);
    // Without its subscription nothing can be heard, and one without rooms has no deadlines.
    if (bucket === undefined || !shard.isConnected()) return;
    await shard.events?.try(shard.commands, keys.event(bucket, processId));
  }

  /** Updates of rooms may have been missed, and with them the beginnings of phases. */
  function mend(concerns: (roomId: string) => boolean): void {
    watch.followAll(concerns);
    gaps.call(concerns);
  }

  /** One that is away keeps nobody from beginning with the others. */
  function noteSubscribed(): void {
    const all = shards.all();
    const isSettled = all.every((shard) => shard.isConnected() || shard.connections.isAway());
    if (isSettled && all.some((shard) => shard.isConnected())) subscribed.resolve();
  }

  function prepare(shard: Shard): void {
    scripts.defineOn(shard.commands);
    if (settings.answered !== undefined)
      timeReplies(shard.commands, scripts.names, settings.answered);
    // Rejects, as Redis cannot be there yet; the channel stands from its first connection on.
    const heard = (key: string): void => {
      shard.events?.heard();
      expired(key);
    };
    shard.channels.subscribe(expiryChannel(shard.connections.db), heard).catch(() => {});
    shard.channels.onRenewed(() => {
      const buckets = new Set(shards.bucketsOf(shard));
      if (shards.all().includes(shard)) mend((roomId) => buckets.has(bucketOfRoom(roomId)));
      noteSubscribed();
    });
    shard.connections.onChange((away) => {
      if (!shards.all().includes(shard)) return;
      if (!away && shard.awaySince !== undefined) hold(shards.bucketsOf(shard), REUNION_MS);
      shard.awaySince = away ? performance.now() : undefined;
      tellChanges();
      noteSubscribed();
      if (!away) for (const work of upkeep) work.run();
    });
  }

  /** Things that were shared with the primary of before may have been lost (R5.3), as after an outage. */
  async function takeOver(buckets: readonly number[], to: Shard, before: Shard): Promise<void> {
    const isMoved = (roomId: string): boolean => buckets.includes(bucketOfRoom(roomId));
    const awayMs = Math.round(performance.now() - (before.awaySince ?? performance.now()));
    logger.warn({ from: before.name, to: to.name, awayMs }, 'redis has moved');
    const isInOrder = shards.isCluster && before.awaySince === undefined;
    hold(buckets, isInOrder ? HANDOVER_MS : REUNION_MS);
    tellChanges();
    await bus.move(isMoved).catch(failed);
    mend(isMoved);
    for (const work of upkeep) work.run();
  }

  const statusOf = ({ name, clock, isAway: away }: Shard): ShardStatus => ({
    name,
    isAway: away,
    clockMs: clock.now() - Date.now(),
  });
  /** None where all of it is away, which is no warning. */
  const awayShards = (): Shard[] =>
    shards.isHomeAway() ? [] : shards.all().filter((shard) => shard.isAway);
  const warnings = (): string[] => [
    ...new Set(shards.all().flatMap((shard) => shard.warnings)),
    ...(shards.all().some(({ events }) => events?.areMissing === true) ? [NO_EVENTS_WARNING] : []),
    ...(isFull() ? [FULL_WARNING] : []),
    ...installation.warnings(),
    ...refusals.warnings(),
    ...awayShards().map(({ name }) => `redis at ${name} is away: its rooms wait`),
    ...shards
      .all()
      .filter(({ isAway: away, clock }) => !away && Math.abs(clock.now() - now()) > CLOCKS_APART_MS)
      .map(({ name }) => `the clock of redis at ${name} is another one: set it by NTP`),
  ];
  shards.start();
  const ready = Promise.all([served.promise, subscribed.promise]).then(() => {});
  // It may reject before anybody waits for it.
  ready.catch(() => {});

  return {
    store,
    writer,
    bus,
    timer,
    counts: new RedisCounts(shards, keys, now),
    shards,
    ready,
    status: () => ({
      kind: 'redis',
      isAway: shards.isHomeAway(),
      warnings: warnings(),
      shards: shards.all().map(statusOf),
      switches: shards.switches,
    }),
    onChange: (listener) => changes.add(listener),
    onGap: (listener) => gaps.add(listener),
    close: async () => {
      watch.close();
      for (const reunion of reunions) clearTimeout(reunion);
      await Promise.all(upkeep.map((work) => work.stop()));
      await lease.end().catch(failed);
      await shards.close();
    },
  };
}

function once(): {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
} {
  let resolve = (): void => {};
  let reject = (_: Error): void => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

class Listeners<Args extends unknown[]> {
  private readonly all = new Set<(...args: Args) => void>();

  /** Returns the disposer. */
  add(listener: (...args: Args) => void): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }

  call(...args: Args): void {
    for (const listener of this.all) listener(...args);
  }
}
