import { isAway } from '../../../../protocol/index.js';
import type { StoreParts } from '../parts.js';
import { PIN_REST_MS } from '../limits.js';
import { RoomWriter } from '../room-writer.js';
import type { RoomUpdate } from '../room-update.js';
import { Channels, type ReportError } from './channels.js';
import { createConnections, type ConnectionLogger, type Connections } from './connections.js';
import { DeadlineWatch, RedisTimer } from './deadline.js';
import { every } from './every.js';
import { expiryChannel, RedisKeys } from './keys.js';
import { ProcessLease } from './process-lease.js';
import { RedisBus } from './redis-bus.js';
import { RedisClock } from './redis-clock.js';
import { checkRedisConfig, isNearlyFull } from './redis-config.js';
import { RedisCounts } from './redis-counts.js';
import { RedisStore } from './redis-store.js';
import { timeReplies, type ReplyObserver } from './reply-times.js';
import { RedisRegistry } from './redis-registry.js';
import { Scripts } from './scripts.js';

const SECOND_MS = 1_000;
const FULL_WARNING = 'redis is nearly full: no new rooms and players until there is room';
const HOUSEKEEPING_LEASE_MS = 10_000;
const LEASE_MS = 3_000;
/**
 * After an outage no phase ends here for so long: all processes find back meanwhile, and share what their
 * players did before the deadline (R5.3). Longer than the longest delay between two attempts to connect.
 */
const REUNION_MS = 800;
/** Somebody may change them while we run. */
const CHECK_CONFIG_MS = 5_000;

export interface RedisPartsSettings {
  url: string;
  /** Of all keys and channels, so that several installations or tests share a Redis. */
  prefix?: string;
  /** Unlike that of any other process, and of any earlier run of this one. */
  processId: string;
  /** How long after a deadline moves that other processes had in time may still arrive, in ms. */
  settleMs: number;
  logger: ConnectionLogger & { error(fields: object, message: string): void };
  /** Hears of each append and end of a room once in all: in the process that made it happen. */
  observe?: (roomId: string, update: RoomUpdate) => void;
  answered?: ReplyObserver;
  /** For tests on a real clock. */
  pinRestMs?: number;
  sweepMs?: number;
  housekeepingLeaseMs?: number;
  leaseMs?: number;
  listMs?: number;
}

export interface RedisParts extends StoreParts {
  connections: Connections;
}

/** The store in Redis. It is there at once, and answers STORE_AWAY until Redis does. */
export function createRedisParts(settings: RedisPartsSettings): RedisParts {
  const { processId, settleMs, logger, sweepMs = SECOND_MS, leaseMs = LEASE_MS } = settings;
  const report: ReportError = (err, where) => logger.error({ err, where }, 'store error');
  const keys = new RedisKeys(settings.prefix);
  const connections = createConnections(settings.url, logger);
  const { commands, subscriber, db } = connections;
  const clock = new RedisClock(commands);
  const now = (): number => clock.now();
  const scripts = new Scripts(commands, keys);
  if (settings.answered !== undefined) timeReplies(commands, scripts.names, settings.answered);

  let heldUntil = -Infinity;
  let isFull = false;

  const registry = new RedisRegistry(commands, keys, scripts, {
    pinRestMs: settings.pinRestMs ?? PIN_REST_MS,
    listMs: settings.listMs ?? SECOND_MS,
    isFull: () => isFull,
    now,
  });
  const store = new RedisStore(commands, keys, scripts, registry, {
    processId,
    settleMs,
    isFull: () => isFull,
    now,
    observe: settings.observe ?? ((): void => {}),
  });
  const timer = new RedisTimer(commands, keys, scripts, {
    housekeepingLeaseMs: settings.housekeepingLeaseMs ?? HOUSEKEEPING_LEASE_MS,
    now,
    isHeld: () => performance.now() < heldUntil,
    report,
  });
  const watch = new DeadlineWatch(commands, keys, {
    settleMs,
    now,
    ended: (roomId, version, trigger) => timer.ring({ kind: 'phase', roomId, version }, trigger),
    report,
  });
  const channels = new Channels(subscriber, report);
  channels.onRenewed(() => watch.followAll());
  const bus = new RedisBus(channels, keys, {
    followed: (roomId) => watch.follow(roomId),
    heard: (roomId, update) => {
      if (update.kind !== 'appended') return;
      for (const change of update.changes)
        if (change.kind === 'phase') watch.note(roomId, change.phase);
    },
    left: (roomId) => watch.leave(roomId),
  });
  const writer = new RoomWriter(store);
  const lease = new ProcessLease(commands, keys, scripts, writer, { processId, leaseMs, now });

  const expired = (key: string): void => {
    const timerKey = keys.timerOf(key);
    if (timerKey !== undefined) watch.expired(timerKey.roomId, timerKey.version);
  };
  // Rejects, as Redis cannot be there yet; the channel stands from its first connection on.
  channels.subscribe(expiryChannel(db), expired).catch(() => {});

  // While Redis is away, all of this fails over and over; that it is away is known.
  const failed = (error: unknown): void => {
    if (!isAway(error)) report(error, 'upkeep');
  };
  let warnings: string[] = [];
  const served = once();
  const sweeps = every(sweepMs, () => timer.sweep(), failed);
  const upkeep = [
    sweeps,
    every(
      // So that two signs of life may get lost.
      leaseMs / 3,
      async () => {
        await clock.measure();
        await lease.renew();
        served.resolve();
        await lease.dropEnded();
      },
      failed,
    ),
    every(SECOND_MS, async () => void (isFull = await isNearlyFull(commands)), failed),
    every(CHECK_CONFIG_MS, async () => void (warnings = await checkRedisConfig(commands)), failed),
  ];
  let wasAway = false;
  let reunion: NodeJS.Timeout | undefined;
  connections.onChange((away) => {
    clearTimeout(reunion);
    if (!away && wasAway) {
      heldUntil = performance.now() + REUNION_MS;
      reunion = setTimeout(() => sweeps.run(), REUNION_MS);
    }
    wasAway = away;
    if (!away) for (const work of upkeep) work.run();
  });
  const subscribed = once();
  channels.onRenewed(subscribed.resolve);

  return {
    store,
    writer,
    bus,
    timer,
    counts: new RedisCounts(commands, keys, now),
    connections,
    ready: Promise.all([served.promise, subscribed.promise]).then(() => {}),
    status: () => ({
      kind: 'redis',
      isAway: connections.isAway(),
      warnings: isFull ? [...warnings, FULL_WARNING] : warnings,
      shards: [
        {
          name: addressOf(commands),
          isAway: connections.isAway(),
          clockMs: clock.now() - Date.now(),
        },
      ],
      switches: 0,
    }),
    onChange: (listener) => connections.onChange(listener),
    onGap: (listener) => channels.onRenewed(listener),
    close: async () => {
      watch.close();
      clearTimeout(reunion);
      await Promise.all(upkeep.map((work) => work.stop()));
      await lease.end().catch(failed);
      await connections.close();
    },
  };
}

function addressOf({ options: { host, port, path } }: Connections['commands']): string {
  return path ?? `${host}:${port}`;
}

function once(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
