import { Redis } from 'ioredis';
import { comesBack, type ClientOptions } from '../../../platform/redis/client.js';

/** How long an answer may take, in ms. */
const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 1_500;
const MAX_RETRY_DELAY_MS = 500;
/** How often each connection is asked for a sign of life, and how many may fail to come. */
const PROBE_EVERY_MS = 500;
const MAX_MISSED_PROBES = 3;

export interface ConnectionLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * A lost connection ends no process and replays nothing: what was under way or is asked for meanwhile
 * fails at once, and the connection comes back by itself.
 */
const OPTIONS = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  // A dead peer does not answer a goodbye.
  disconnectTimeout: 100,
  maxLoadingRetryTime: 200,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, MAX_RETRY_DELAY_MS),
  // After a failover the old primary answers still, but takes no writes.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies ClientOptions;

export interface Connections {
  commands: Redis;
  /** Facts and expiries come over one connection, so that they come in one order. */
  subscriber: Redis;
  /** Number of the database, which is part of the name of its expiry channel. */
  db: number;
  /** Whether commands cannot be served now; undefined until the first attempt to connect has ended. */
  isAway(): boolean | undefined;
  /** Called at each change of that; returns the disposer. */
  onChange(listener: (isAway: boolean) => void): () => void;
  close(): Promise<void>;
}

/** `name` is that of the primary in the log; `heard` is told each error with which Redis replies. */
export function createConnections(
  address: ClientOptions,
  name: string,
  logger: ConnectionLogger,
  heard: (error: Error) => void,
): Connections {
  const options = {
    ...address,
    ...OPTIONS,
    reconnectOnError: (error: Error) => {
      heard(error);
      return OPTIONS.reconnectOnError(error);
    },
  } as ClientOptions;
  const [commands, subscriber] = [comesBack(new Redis(options)), comesBack(new Redis(options))];
  const listeners = new Set<(isAway: boolean) => void>();
  /** Unknown until the first attempt to connect has ended. */
  let isAway: boolean | undefined;
  let isClosing = false;
  let lastError = '';

  const change = (away: boolean): void => {
    if (away === isAway || isClosing) return;
    isAway = away;
    if (away) logger.warn({ redis: name, error: lastError }, 'redis is away');
    else logger.info({ redis: name }, 'redis is there');
    for (const listener of listeners) listener(away);
  };
  // Retries go on for as long as Redis is away: that it is gets logged once, with the newest reason.
  for (const redis of [commands, subscriber])
    redis.on('error', (error: Error) => (lastError = error.message));
  commands.on('ready', () => change(false));
  commands.on('close', () => change(true));
  const stopProbes = [commands, subscriber].map(probe);

  return {
    commands,
    subscriber,
    db: commands.options.db ?? 0,
    isAway: () => isAway,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      isClosing = true;
      for (const stop of stopProbes) stop();
      await Promise.all([commands, subscriber].map(disconnect));
    },
  };
}

/**
 * Finds connections that are dead without being closed. Counts probes, not time: a process that stood
 * still itself has missed only one.
 */
export function probe(redis: Redis): () => void {
  let missed = 0;
  const heard = (): void => {
    missed = 0;
  };
  redis.on('message', heard);
  redis.on('connect', heard);
  // While a Redis loads its data the handshake takes long.
  redis.on('ready', heard);
  const timer = setInterval(() => {
    // `connect` is a handshake under way, which may hang as well.
    if (redis.status !== 'ready' && redis.status !== 'connect') return;
    if (missed >= MAX_MISSED_PROBES) {
      missed = 0;
      redis.emit('error', new Error('no sign of life'));
      redis.disconnect(true);
      return;
    }
    missed += 1;
    if (redis.status === 'ready') redis.ping().then(heard, () => {});
  }, PROBE_EVERY_MS);
  return () => clearInterval(timer);
}

/** Ends a connection for good and resolves when it has ended. */
async function disconnect(redis: Redis): Promise<void> {
  const { status } = redis;
  const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()));
  redis.disconnect();
  // Between two attempts nothing is left that could end.
  if (status === 'reconnecting' || status === 'end' || status === 'close') return;
  await ended;
}
