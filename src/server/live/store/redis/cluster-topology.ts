import type { Redis } from 'ioredis';
import {
  nameOfNode,
  nodeIn,
  type NodeAddress,
  type RedisAddress,
} from '../../../platform/redis/redis-address.js';
import { probe } from './connections.js';
import { SLOTS } from './key-slot.js';
import { connectProbe } from './probe-connection.js';
import { isRefusal } from './redis-errors.js';
import { StartRefused } from './start-refused.js';
import type { Topology, TopologySettings } from './topology.js';

/**
 * A node that hands its slots over answers nobody meanwhile, so whoever has asked it for something hears of it by the
 * next look.
 */
const LOOK_EVERY_MS = 200;
/** After a look that came while another was under way, in ms. */
const AGAIN_MS = 20;
/** So many looks without any answer are told; a busy machine may miss one. */
const SILENT_LOOKS = 15;
/** In hosts that come and go, as containers do, the oldest that are away are forgotten. */
const MOST_ASKED = 64;

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>;
/** As `CLUSTER SLOTS` names a node: its host is missing where it is that of who was asked. */
type NamedNode = [host: string | null, port: number, id: string];
type SlotRange = [first: number, last: number, primary: NamedNode, ...replicas: NamedNode[]];

/** Slots that belong to a primary, as one node sees it. The highest epoch is the newest, as it is to the nodes. */
interface Claim {
  first: number;
  last: number;
  node: NodeAddress;
  epoch: number;
}

interface Asked {
  node: NodeAddress;
  redis: Redis;
  stopProbe: () => void;
  isAsking: boolean;
  isWantedAgain: boolean;
  /** The text that `claims` were read from. */
  told: string;
  /** None while it does not answer. */
  claims: readonly Claim[];
}

const UNASKED = { isAsking: false, isWantedAgain: false, told: '', claims: [] };

/**
 * The slot map of a cluster, five times a second from every node that was ever heard of, and at once where something tells
 * that it has changed. While no node answers, the last map stands.
 */
export class ClusterTopology implements Topology {
  private slots: readonly (NodeAddress | undefined)[] = [];
  private readonly nodes = new Map<string, NodeAddress>();
  private readonly asked = new Map<string, Asked>();
  private readonly looking: NodeJS.Timeout;
  private lastError = '';
  private silentLooks = 0;

  constructor(
    private readonly address: ClusterAddress,
    private readonly settings: TopologySettings,
  ) {
    for (const node of address.nodes) this.remember(node);
    this.looking = setInterval(() => {
      this.tellSilence();
      this.look();
    }, LOOK_EVERY_MS);
  }

  primaryOf(slot: number): NodeAddress | undefined {
    return this.slots[slot];
  }

  look(): void {
    for (const one of this.asked.values()) void this.ask(one);
  }

  close(): void {
    clearInterval(this.looking);
    for (const one of this.asked.values()) hangUp(one);
  }

  private remember(node: NodeAddress): void {
    const name = nameOfNode(node);
    if (this.asked.has(name)) return;
    this.nodes.set(name, node);
    if (this.asked.size >= MOST_ASKED) this.forgetOne();
    const redis = connectProbe({ ...node, ...this.address.login });
    // A dead connection that nobody closed would never be another one.
    const stopProbe = probe(redis);
    const one = { node, redis, stopProbe, ...UNASKED };
    this.asked.set(name, one);
    redis.on('error', (error: Error) => (this.lastError = error.message));
    redis.on('ready', () => void this.ask(one));
  }

  private forgetOne(): void {
    for (const [name, one] of this.asked) {
      if (one.redis.status === 'ready' || this.address.nodes.includes(one.node)) continue;
      hangUp(one);
      this.asked.delete(name);
      this.nodes.delete(name);
      return;
    }
  }

  private async ask(one: Asked): Promise<void> {
    one.isWantedAgain ||= one.isAsking;
    if (one.isAsking) return;
    one.isAsking = true;
    try {
      this.take(one, await this.read(one));
    } catch (error) {
      one.claims = [];
      one.told = '';
      this.refuse(error as Error);
    }
    one.isAsking = false;
    if (!one.isWantedAgain) return;
    one.isWantedAgain = false;
    setTimeout(() => void this.ask(one), AGAIN_MS).unref();
  }

  private async read({ node, redis }: Asked): Promise<Claim[]> {
    const [ranges, table] = (await Promise.all([
      redis.call('CLUSTER', 'SLOTS'),
      redis.call('CLUSTER', 'NODES'),
    ])) as [SlotRange[], string];
    const epochOf = new Map(
      table.split('\n').map((line) => {
        const [id = '', , , , , , epoch] = line.split(' ');
        return [id, Number(epoch)];
      }),
    );
    return ranges.flatMap(([first, last, ...named]) => {
      const [primary] = named.map((each) => this.noted(each, node));
      const epoch = epochOf.get(named[0]?.[2] ?? '') ?? 0;
      return primary === undefined ? [] : [{ first, last, node: primary, epoch }];
    });
  }

  /** One object for each address, and asked from now on. `?` stands for a host name that nobody has set. */
  private noted([host, port]: NamedNode, asked: NodeAddress): NodeAddress | undefined {
    const node = host === '?' ? undefined : nodeIn(host || asked.host, port);
    if (node === undefined) return undefined;
    const name = nameOfNode(node);
    const known = this.nodes.get(name) ?? node;
    this.remember(known);
    return known;
  }

  private take(one: Asked, claims: readonly Claim[]): void {
    const told = JSON.stringify(claims);
    if (told === one.told) return;
    Object.assign(one, { told, claims });
    const slots = Array.from<NodeAddress | undefined>({ length: SLOTS });
    const epochs = new Float64Array(SLOTS).fill(-1);
    // Where two have one epoch, the one that has just been told is the newer.
    const others = [...this.asked.values()].filter((other) => other !== one);
    for (const { first, last, node, epoch } of [...others, one].flatMap((each) => each.claims))
      for (let slot = first; slot <= last; slot++) {
        if (epoch < (epochs[slot] as number)) continue;
        slots[slot] = node;
        epochs[slot] = epoch;
      }
    const isChanged = slots.some((node, slot) => node !== this.slots[slot]);
    if (!isChanged) return;
    this.slots = slots;
    this.settings.changed();
  }

  private refuse(error: Error): void {
    if (error.message.includes('cluster support disabled'))
      this.settings.refused(
        new StartRefused(
          'this Redis is no part of a cluster: REDIS_URL begins with redis:// for it',
        ),
      );
    if (isRefusal(error))
      this.settings.refused(
        new StartRefused(
          'this Redis refuses its user what is needed: CLUSTER SLOTS, CLUSTER NODES. ' +
            'The least rights are in docs/redis.md',
        ),
      );
  }

  private tellSilence(): void {
    const isSilent = [...this.asked.values()].every(({ claims }) => claims.length === 0);
    this.silentLooks = isSilent ? this.silentLooks + 1 : 0;
    if (this.silentLooks === SILENT_LOOKS)
      this.settings.logger.warn({ error: this.lastError }, 'no node of the cluster answers');
  }
}

function hangUp({ redis, stopProbe }: Asked): void {
  stopProbe();
  redis.disconnect();
}
