import type { Shard } from './shard.js';
import { expiryChannel } from './keys.js';
import { askRedis, isRefusal } from './redis-errors.js';
import { StartRefused } from './start-refused.js';

const TELL_EVERY_MS = 60_000;
/** A process can do without, and has a warning of its own for that. */
const SPARED = /'config\b/i;

/** The first one with channels that belong to a slot. */
const OLDEST_OF_CLUSTER = 7;

export interface Trial {
  /** Both are of a slot that the primary has. */
  key: string;
  channel: string;
  isCluster: boolean;
  /** Subscriptions that others make beside us. */
  patterns: readonly string[];
}

/**
 * Tries once what a process will ask of Redis, as a user with too few rights is noticed late otherwise, in the
 * middle of a hall. Throws StartRefused, which names what is refused, or the version that is too old, and STORE_AWAY.
 */
export async function tryRights(
  { commands, connections: { db } }: Shard,
  { key, channel, isCluster, patterns }: Trial,
): Promise<void> {
  const own = commands.duplicate({
    enableOfflineQueue: true,
    retryStrategy: () => null,
    reconnectOnError: () => false,
  });
  // The commands tell what became of it.
  own.on('error', () => {});
  const publish = isCluster ? 'SPUBLISH' : 'PUBLISH';
  const script = `redis.call('TIME') redis.call('EXISTS', KEYS[1]) redis.call('${publish}', ARGV[1], '')`;
  const wanted: [name: string, ask: () => Promise<unknown>][] = [
    ['INFO server', async () => refuseOld(await own.info('server'), isCluster)],
    ['TIME', () => own.time()],
    [
      `EVAL with keys and channels ${key.replace(/:.*/, ':*')}`,
      () => own.eval(script, 1, key, channel),
    ],
    isCluster
      ? [`SSUBSCRIBE ${channel}`, () => own.ssubscribe(channel)]
      : [`SUBSCRIBE ${channel}`, () => own.subscribe(channel)],
    [`SUBSCRIBE ${expiryChannel(db)}`, () => own.subscribe(expiryChannel(db))],
    ...patterns.map((name): [string, () => Promise<unknown>] => [
      `PSUBSCRIBE ${name}`,
      () => own.psubscribe(name),
    ]),
  ];
  const refused: string[] = [];
  try {
    for (const [name, ask] of wanted)
      await ask().catch(async (error: unknown) => {
        if (error instanceof StartRefused) throw error;
        if (!isRefusal(error)) await askRedis(Promise.reject(error as Error));
        refused.push(name);
      });
  } finally {
    own.disconnect();
  }
  if (refused.length > 0)
    throw new StartRefused(
      `this Redis refuses its user what is needed: ${refused.join(', ')}. ` +
        'The least rights are in docs/redis.md',
    );
}

function refuseOld(info: string, isCluster: boolean): void {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? '';
  if (!isCluster || Number.parseInt(version, 10) >= OLDEST_OF_CLUSTER) return;
  throw new StartRefused(`this Redis is ${version}: as a cluster it has to be 7.0 or newer`);
}

/** Rights may be taken away later. This tells once a minute what is refused then, and not for each command. */
export class Refusals {
  private lastAt = -Infinity;
  private toldAt = -Infinity;
  private last = '';

  constructor(private readonly tell: (error: string) => void) {}

  note(error: Error): void {
    if (!isRefusal(error) || SPARED.test(error.message)) return;
    const now = performance.now();
    this.last = error.message;
    this.lastAt = now;
    if (now - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = now;
    this.tell(error.message);
  }

  warnings(): string[] {
    const isOver = performance.now() - this.lastAt > TELL_EVERY_MS;
    return isOver ? [] : [`redis refuses its user what is needed: ${this.last}`];
  }
}
