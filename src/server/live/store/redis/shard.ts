import type { Redis } from 'ioredis';
import { Channels, type ReportError } from './channels.js';
import { createConnections, type ConnectionLogger, type Connections } from './connections.js';
import {
  nameOfNode,
  type NodeAddress,
  type RedisLogin,
} from '../../../platform/redis/redis-address.js';
import { KeyEvents } from './key-events.js';
import { Incarnation } from './incarnation.js';
import { RedisClock } from './redis-clock.js';

export interface ShardSettings {
  login: RedisLogin;
  /** Whether it is one of several that have the slots of a cluster. */
  isCluster: boolean;
  logger: ConnectionLogger;
  report: ReportError;
  /** Hears each error with which it replies. */
  heard: (error: Error) => void;
}

/** One primary of Redis, with this process's connections to it. */
export class Shard {
  /** As `host:port`. */
  readonly name: string;
  readonly connections: Connections;
  readonly channels: Channels;
  readonly clock: RedisClock;
  readonly incarnation = new Incarnation();
  /** Whether new rooms and seats have to be refused for want of memory. */
  isFull = false;
  /** Since when it is away, as monotonic ms; undefined while it is there. */
  awaySince: number | undefined;
  /** Faults of its settings. */
  warnings: readonly string[] = [];
  /** Set while only trying shows whether it tells of keys that expire. */
  events: KeyEvents | undefined;

  constructor(node: NodeAddress, { login, isCluster, logger, report, heard }: ShardSettings) {
    this.name = nameOfNode(node);
    this.connections = createConnections({ ...node, ...login }, this.name, logger, heard);
    this.channels = new Channels(this.connections.subscriber, isCluster, report);
    this.clock = new RedisClock(this.connections.commands);
  }

  get commands(): Redis {
    return this.connections.commands;
  }

  get isAway(): boolean {
    return this.connections.isAway() !== false;
  }

  /** Whether both connections stand. */
  isConnected(): boolean {
    const { commands, subscriber } = this.connections;
    return commands.status === 'ready' && subscriber.status === 'ready';
  }
}
