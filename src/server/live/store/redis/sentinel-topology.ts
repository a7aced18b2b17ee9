import { Redis } from 'ioredis';
import {
  nameOfNode,
  type NodeAddress,
  type RedisAddress,
} from '../../../platform/redis/redis-address.js';
import { comesBack, type ClientOptions } from '../../../platform/redis/client.js';
import type { Topology, TopologySettings } from './topology.js';

const LOOK_EVERY_MS = 500;
const ANSWER_MS = 500;
const MAX_RETRY_DELAY_MS = 500;
/**
 * For so long an address that was replaced is not believed, in ms. The sentinel that leads a switch names the old
 * primary for up to 6 s after it, and Redis 7 goes on as a primary for up to 11 s.
 */
const REPLACED_MS = 15_000;
const SWITCH = '+switch-master';

type SentinelAddress = Extract<RedisAddress, { kind: 'sentinels' }>;

/**
 * The primary that sentinels name. A switch that any of them tells of counts at once. Beside that all are asked twice
 * a second, and the newest configuration counts. While none answers, the last primary stays the one.
 */
export class SentinelTopology implements Topology {
  private primary: NodeAddress | undefined;
  private epoch = -1;
  private replaced: { name: string; until: number } | undefined;
  private readonly asked: Redis[] = [];
  private readonly heard: Redis[] = [];
  private readonly looking: NodeJS.Timeout;
  private isLooking = false;
  private isUnknown = false;

  constructor(
    private readonly address: SentinelAddress,
    private readonly settings: TopologySettings,
  ) {
    for (const node of address.nodes) {
      this.asked.push(connect({ ...node, ...address.sentinelLogin }));
      this.heard.push(this.listen(connect({ ...node, ...address.sentinelLogin })));
    }
    for (const redis of this.asked) redis.once('ready', () => void this.look());
    this.looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
  }

  primaryOf(): NodeAddress | undefined {
    return this.primary;
  }

  close(): void {
    clearInterval(this.looking);
    for (const redis of [...this.asked, ...this.heard]) redis.disconnect();
  }

  private listen(redis: Redis): Redis {
    redis.on('ready', () => void redis.subscribe(SWITCH).catch(() => {}));
    redis.on('message', (_channel: string, text: string) => {
      const [name, oldHost = '', oldPort, host = '', port] = text.split(' ');
      if (name !== this.address.name) return;
      const old = nameOfNode({ host: oldHost, port: Number(oldPort) });
      this.replaced = { name: old, until: performance.now() + REPLACED_MS };
      this.adopt({ host, port: Number(port) });
    });
    return redis;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const answers = await Promise.all(this.asked.map((redis) => this.ask(redis)));
    this.isLooking = false;
    this.tellWhetherKnown(answers);
    const [newest] = answers
      .filter((answer) => typeof answer === 'object')
      .sort((a, b) => b.epoch - a.epoch);
    if (newest === undefined || newest.epoch < this.epoch || this.isReplaced(newest.node)) return;
    this.epoch = newest.epoch;
    this.adopt(newest.node);
  }

  /** `unknown` where the sentinel answers and watches nothing of this name; undefined where it is away. */
  private async ask(
    redis: Redis,
  ): Promise<{ epoch: number; node: NodeAddress } | 'unknown' | undefined> {
    if (redis.status !== 'ready') return undefined;
    try {
      const told = (await redis.call('SENTINEL', 'MASTER', this.address.name)) as string[];
      const field = (name: string): string => told[told.indexOf(name) + 1] ?? '';
      const node = { host: field('ip'), port: Number(field('port')) };
      return { epoch: Number(field('config-epoch')), node };
    } catch (error) {
      return (error as Error).message.includes('No such master') ? 'unknown' : undefined;
    }
  }

  private tellWhetherKnown(answers: readonly unknown[]): void {
    const told = answers.filter((answer) => answer !== undefined);
    const isUnknown = told.length > 0 && told.every((answer) => answer === 'unknown');
    const { name } = this.address;
    if (isUnknown && !this.isUnknown)
      this.settings.logger.warn({ name }, 'no sentinel watches a primary of this name');
    this.isUnknown = isUnknown;
  }

  private isReplaced(node: NodeAddress): boolean {
    const { replaced } = this;
    return replaced?.name === nameOfNode(node) && performance.now() < replaced.until;
  }

  private adopt(node: NodeAddress): void {
    if (this.primary !== undefined && nameOfNode(this.primary) === nameOfNode(node)) return;
    this.primary = node;
    this.settings.changed();
  }
}

function connect(address: ClientOptions): Redis {
  const options: ClientOptions = {
    ...address,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
    disconnectTimeout: 100,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, MAX_RETRY_DELAY_MS),
  };
  const redis = new Redis(options);
  // That one of several sentinels is away is no fault; who watches them knows.
  redis.on('error', () => {});
  return comesBack(redis);
}
