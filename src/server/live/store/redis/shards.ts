/**
 * The primaries among which the rooms are dealt by the buckets of their PINs. A Redis of one address, and one that
 * sentinels watch, is one shard that has all buckets; the one behind sentinels may become another one at any time.
 */
import type { ChainableCommander } from 'ioredis';
import { isAway } from '../../../../protocol/index.js';
import { UnsentError } from '../contract.js';
import { ALL_BUCKETS, bucketOf, bucketOfRoom, type RedisKeys } from './keys.js';
import {
  nameOfNode,
  type NodeAddress,
  type RedisAddress,
} from '../../../platform/redis/redis-address.js';
import { askAll } from './redis-errors.js';
import { Shard, type ShardSettings } from './shard.js';
import { SentinelTopology } from './sentinel-topology.js';
import type { Topology, TopologySettings } from './topology.js';

export interface ShardsSettings extends Omit<ShardSettings, 'login'> {
  address: RedisAddress;
  /** A primary is known: its scripts and upkeep begin. */
  opened: (shard: Shard) => void;
  /**
   * Rooms have another primary, from now on. The one of before is closed once this has resolved. `before` is missing
   * where these rooms had none.
   */
  moved: (isMoved: (roomId: string) => boolean, to: Shard, before?: Shard) => Promise<void>;
}

/** How long it takes until a primary that was not ready is looked at again, in ms. */
const AGAIN_MS = 20;

export class Shards {
  private readonly shards = new Map<string, Shard>();
  private readonly owners: (Shard | undefined)[] = ALL_BUCKETS.map(() => undefined);
  private topology: Topology | undefined;
  private settling: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** How often rooms came to another primary. */
  switches = 0;

  constructor(
    private readonly keys: RedisKeys,
    private readonly settings: ShardsSettings,
  ) {}

  /** Not in the constructor, as `opened` needs what is built with it. */
  start(): void {
    const { address, logger } = this.settings;
    this.topology = createTopology(address, { logger, changed: () => void this.settle() });
    void this.settle();
  }

  /** Those that have rooms. */
  all(): Shard[] {
    return [...new Set(this.owners)].filter((shard) => shard !== undefined);
  }

  /** The one that has the keys of the installation, and the clock of all deadlines. */
  home(): Shard | undefined {
    return this.owners[0];
  }

  /** Throws where nobody is known to have the room; nothing was sent then. */
  of(roomId: string): Shard {
    return known(this.ownerOf(bucketOfRoom(roomId)));
  }

  ofPin(pin: string): Shard {
    return known(this.ownerOf(bucketOf(pin)));
  }

  /** For keys that belong to no room. */
  ofInstallation(): Shard {
    return known(this.home());
  }

  /** Whether those rooms cannot be reached now; undefined where nobody has tried yet. */
  stateOf(bucket: number): boolean | undefined {
    return this.owners[bucket]?.connections.isAway();
  }

  /** Whether nothing can be opened: what belongs to no room is away. */
  isHomeAway(): boolean {
    return this.home()?.isAway ?? true;
  }

  /**
   * The answers of each room's shard to the commands that `add` gives, one pipeline for each shard. Rooms whose shard is away are
   * missing. Throws where all are.
   */
  async askRooms(
    roomIds: readonly string[],
    add: (pipeline: ChainableCommander, roomId: string) => void,
  ): Promise<Map<string, unknown[]>> {
    return new Map(await askEach(this.group(roomIds), add));
  }

  /** The rooms of each primary; those that nobody is known to have are missing. Throws where that are all. */
  group(roomIds: readonly string[]): Map<Shard, string[]> {
    return grouped(roomIds, (roomId) => this.ownerOf(bucketOfRoom(roomId)));
  }

  /** The same for the buckets of all rooms. */
  async askBuckets(
    add: (pipeline: ChainableCommander, bucket: number) => void,
  ): Promise<unknown[]> {
    const groups = grouped(ALL_BUCKETS, (bucket) => this.owners[bucket]);
    return (await askEach(groups, add)).flatMap(([, replies]) => replies);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.settling);
    this.topology?.close();
    await Promise.all(Array.from(this.shards.values(), ({ connections }) => connections.close()));
  }

  /** Takes over what the topology says, as far as the primaries that it names can serve. */
  private async settle(): Promise<void> {
    clearTimeout(this.settling);
    if (this.isClosed || this.topology === undefined) return;
    const wanted = new Map<number, Shard>();
    for (const bucket of ALL_BUCKETS) {
      const node = this.topology.primaryOf(this.keys.due(bucket));
      if (node === undefined) continue;
      const shard = this.shards.get(nameOfNode(node)) ?? this.open(node);
      if (this.owners[bucket] !== shard) wanted.set(bucket, shard);
    }
    this.closeUnneeded();
    for (const to of new Set(wanted.values())) {
      const isFirst = this.missingAt(to).every((bucket) => this.owners[bucket] === undefined);
      if (isFirst || (await isReady(to))) await this.move(to);
      else this.settling = setTimeout(() => void this.settle(), AGAIN_MS);
    }
  }

  /** A text that is no PIN is looked up, too, and found by nobody. */
  private ownerOf(bucket: number): Shard | undefined {
    return this.owners[bucket || 0];
  }

  private async move(to: Shard): Promise<void> {
    const buckets = this.missingAt(to);
    const [first] = buckets;
    // Meanwhile the topology may have gone on, or another look have done it.
    if (this.isClosed || first === undefined) return;
    const before = this.owners[first];
    for (const bucket of buckets) this.owners[bucket] = to;
    const isMoved = (roomId: string): boolean => buckets.includes(bucketOfRoom(roomId));
    if (before !== undefined) this.switches += 1;
    await this.settings.moved(isMoved, to, before);
    this.closeUnneeded();
  }

  /** The buckets that the topology gives to a primary which has not got them yet. */
  private missingAt(shard: Shard): number[] {
    return ALL_BUCKETS.filter(
      (bucket) => this.owners[bucket] !== shard && this.wantedAt(bucket) === shard.name,
    );
  }

  private wantedAt(bucket: number): string | undefined {
    const node = this.topology?.primaryOf(this.keys.due(bucket));
    return node && nameOfNode(node);
  }

  private closeUnneeded(): void {
    const wanted = new Set(ALL_BUCKETS.map((bucket) => this.wantedAt(bucket)));
    for (const [name, shard] of this.shards) {
      if (wanted.has(name) || this.owners.includes(shard)) continue;
      this.shards.delete(name);
      void shard.connections.close();
    }
  }

  private open(node: NodeAddress): Shard {
    const { address, opened } = this.settings;
    const shard = new Shard(node, { ...this.settings, login: address.login });
    this.shards.set(shard.name, shard);
    opened(shard);
    return shard;
  }
}

function createTopology(address: RedisAddress, settings: TopologySettings): Topology {
  if (address.kind === 'sentinels') return new SentinelTopology(address, settings);
  const { node } = address;
  return { primaryOf: () => node, close: () => {} };
}

/** A primary that takes over must answer, tell, and know the time. */
async function isReady(shard: Shard): Promise<boolean> {
  if (!shard.isConnected()) return false;
  try {
    await shard.clock.measure();
    return true;
  } catch {
    return false;
  }
}

/** The answers of those that are there. Throws where all are away, or where one has a fault. */
export async function fromAny<T>(asked: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(asked);
  const failed = settled.filter((one) => one.status === 'rejected');
  const [first] = failed;
  const isFault = failed.some(({ reason }) => !isAway(reason));
  if (first !== undefined && (isFault || failed.length === settled.length)) throw first.reason;
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

function grouped<Item>(
  items: readonly Item[],
  shardOf: (item: Item) => Shard | undefined,
): Map<Shard, Item[]> {
  const groups = new Map<Shard, Item[]>();
  for (const item of items) {
    const shard = shardOf(item);
    if (shard === undefined) continue;
    const group = groups.get(shard);
    if (group === undefined) groups.set(shard, [item]);
    else group.push(item);
  }
  if (items.length > 0 && groups.size === 0) throw new UnsentError();
  return groups;
}

async function askEach<Item>(
  groups: ReadonlyMap<Shard, readonly Item[]>,
  add: (pipeline: ChainableCommander, item: Item) => void,
): Promise<[Item, unknown[]][]> {
  const asked = Array.from(groups, ([shard, items]) => askOne(shard, items, add));
  return (await fromAny(asked)).flat();
}

async function askOne<Item>(
  { commands }: Shard,
  items: readonly Item[],
  add: (pipeline: ChainableCommander, item: Item) => void,
): Promise<[Item, unknown[]][]> {
  const pipeline = commands.pipeline();
  const ends = items.map((item) => {
    add(pipeline, item);
    return pipeline.length;
  });
  const replies = await askAll(pipeline);
  return items.map((item, i) => [item, replies.slice(ends[i - 1] ?? 0, ends[i])]);
}

function known(shard: Shard | undefined): Shard {
  if (shard === undefined) throw new UnsentError();
  return shard;
}
