/**
 * The primaries among which all keys are dealt by their slots, and rooms by the buckets of their PINs. A Redis of one
 * address, and one that sentinels watch, is one shard that has all slots. Behind sentinels and in a cluster any slot
 * may come to another primary at any time.
 */
import type { ChainableCommander } from 'ioredis';
import { isAway } from '../../../../protocol/index.js';
import { UnsentError } from '../contract.js';
import { ClusterTopology } from './cluster-topology.js';
import { slotOf, SLOTS } from './key-slot.js';
import { ALL_BUCKETS, bucketOf, bucketOfRoom, type RedisKeys } from './keys.js';
import {
  nameOfNode,
  type NodeAddress,
  type RedisAddress,
} from '../../../platform/redis/redis-address.js';
import { askAll, isElsewhere } from './redis-errors.js';
import { Shard, type ShardSettings } from './shard.js';
import { SentinelTopology } from './sentinel-topology.js';
import { StartRefused } from './start-refused.js';
import type { Topology, TopologySettings } from './topology.js';

export interface ShardsSettings extends Omit<ShardSettings, 'login' | 'isCluster'> {
  address: RedisAddress;
  /** A primary is known: its scripts and upkeep begin. */
  opened: (shard: Shard) => void;
  /** Rooms of these buckets have another primary, from now on. The one of before may be closed once this has resolved. */
  moved: (buckets: readonly number[], to: Shard, before: Shard) => Promise<void>;
  /** The leases of processes and the clock have another primary. */
  homeMoved: () => void;
  /** Nothing can come of it. */
  refused: (why: StartRefused) => void;
}

/** How long it takes until a primary that was not ready is looked at again, in ms. */
const AGAIN_MS = 20;

export class Shards {
  readonly isCluster: boolean;
  private readonly shards = new Map<string, Shard>();
  /** By slot. */
  private readonly owners = Array.from<Shard | undefined>({ length: SLOTS });
  /** The owners, each once. */
  private owning: readonly Shard[] = [];
  /** By slot, the primaries that the topology names. */
  private wanted: readonly (string | undefined)[] = [];
  /** By bucket. */
  private readonly slots: readonly number[];
  private readonly homeSlot: number;
  private topology: Topology | undefined;
  private settling: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** How often rooms came to another primary. */
  switches = 0;

  constructor(
    keys: RedisKeys,
    private readonly settings: ShardsSettings,
  ) {
    this.isCluster = settings.address.kind === 'cluster';
    this.slots = ALL_BUCKETS.map((bucket) => slotOf(keys.due(bucket)));
    this.homeSlot = slotOf(keys.processes());
  }

  /** Not in the constructor, as `opened` needs what is built with it. */
  start(): void {
    const { address, logger, refused } = this.settings;
    this.topology = createTopology(address, {
      logger,
      refused,
      changed: () => void this.settle(),
    });
    void this.settle();
  }

  /** Those that have slots. */
  all(): readonly Shard[] {
    return this.owning;
  }

  /** The one by which all processes are in step: it has their leases, and the clock of all deadlines. */
  home(): Shard | undefined {
    return this.owners[this.homeSlot];
  }

  /** Throws where nobody is known to have the room; nothing was sent then. */
  of(roomId: string): Shard {
    return known(this.ownerOf(bucketOfRoom(roomId)));
  }

  ofPin(pin: string): Shard {
    return known(this.ownerOf(bucketOf(pin)));
  }

  /** For keys that belong to no room. */
  ofKey(key: string): Shard {
    return known(this.owners[slotOf(key)]);
  }

  /** By how much the clock of the room's primary is ahead of the one by which all processes go, in ms. */
  aheadMs(roomId: string): number {
    const [own, home] = [this.of(roomId), this.home()];
    return home === undefined || own === home ? 0 : own.clock.now() - home.clock.now();
  }

  bucketsOf(shard: Shard): number[] {
    return ALL_BUCKETS.filter((bucket) => this.ownerOf(bucket) === shard);
  }

  /** Whether those rooms cannot be reached now; undefined where nobody has tried yet. */
  stateOf(bucket: number): boolean | undefined {
    return this.ownerOf(bucket)?.connections.isAway();
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
    const groups = grouped(ALL_BUCKETS, (bucket) => this.ownerOf(bucket));
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
    if (this.isClosed || this.topology === undefined) return;
    this.readWanted(this.topology);
    this.closeUnneeded();
    const handed = Array.from(this.shards.values(), async (to) => {
      const missing = this.missingAt(to);
      // As long as nobody has them, a primary that is away is as good as none.
      const free = missing.filter((slot) => this.owners[slot] === undefined);
      if (free.length > 0) this.own(free, to);
      if (free.length === missing.length) return;
      if (await isReady(to)) await this.move(to);
      else this.settleAgain();
    });
    await Promise.all(handed);
  }

  /** One look at a time, however many primaries are not ready: each costs a walk through all slots. */
  private settleAgain(): void {
    this.settling ??= setTimeout(() => {
      this.settling = undefined;
      void this.settle();
    }, AGAIN_MS);
  }

  private readWanted(topology: Topology): void {
    let [lastNode, lastName]: [NodeAddress?, string?] = [];
    this.wanted = Array.from(this.owners, (_, slot) => {
      const node = topology.primaryOf(slot);
      if (node === lastNode) return lastName;
      [lastNode, lastName] = [node, node && nameOfNode(node)];
      if (node !== undefined && !this.shards.has(nameOfNode(node))) this.open(node);
      return lastName;
    });
  }

  private ownerOf(bucket: number): Shard | undefined {
    return this.owners[this.slots[bucket] as number];
  }

  private async move(to: Shard): Promise<void> {
    // Meanwhile the topology may have gone on, or another look have done it.
    if (this.isClosed) return;
    const missing = this.missingAt(to);
    const bucketsOf = new Map<Shard, number[]>();
    for (const bucket of ALL_BUCKETS) {
      const before = this.ownerOf(bucket);
      if (before === undefined || !missing.includes(this.slots[bucket] as number)) continue;
      bucketsOf.set(before, [...(bucketsOf.get(before) ?? []), bucket]);
    }
    this.own(missing, to);
    if (missing.includes(this.homeSlot)) this.settings.homeMoved();
    const moved = Array.from(bucketsOf, ([before, buckets]) => {
      this.switches += 1;
      return this.settings.moved(buckets, to, before);
    });
    await Promise.all(moved);
    this.closeUnneeded();
  }

  private own(slots: readonly number[], shard: Shard): void {
    for (const slot of slots) this.owners[slot] = shard;
    this.owning = [...new Set(this.owners)].filter((owner) => owner !== undefined);
  }

  /** The slots that the topology gives to a primary which has not got them yet. */
  private missingAt(shard: Shard): number[] {
    const missing: number[] = [];
    for (let slot = 0; slot < SLOTS; slot++)
      if (this.wanted[slot] === shard.name && this.owners[slot] !== shard) missing.push(slot);
    return missing;
  }

  private closeUnneeded(): void {
    const wanted = new Set(this.wanted);
    for (const [name, shard] of this.shards) {
      if (wanted.has(name) || this.owning.includes(shard)) continue;
      this.shards.delete(name);
      void shard.connections.close();
    }
  }

  private noteElsewhere({ message }: Error): void {
    this.topology?.look();
    if (!this.isCluster && message.startsWith('MOVED'))
      this.settings.refused(
        new StartRefused(
          'this Redis is one of a cluster: REDIS_URL begins with redis+cluster:// for it',
        ),
      );
  }

  private open(node: NodeAddress): void {
    const { address, opened, heard } = this.settings;
    const shard = new Shard(node, {
      ...this.settings,
      login: address.login,
      isCluster: this.isCluster,
      heard: (error) => {
        if (isElsewhere(error)) this.noteElsewhere(error);
        heard(error);
      },
    });
    this.shards.set(shard.name, shard);
    shard.connections.onChange((isAway) => {
      if (isAway) this.topology?.look();
    });
    opened(shard);
  }
}

function createTopology(address: RedisAddress, settings: TopologySettings): Topology {
  if (address.kind === 'sentinels') return new SentinelTopology(address, settings);
  if (address.kind === 'cluster') return new ClusterTopology(address, settings);
  const { node } = address;
  return { primaryOf: () => node, look: () => {}, close: () => {} };
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
