import type { Redis } from 'ioredis';
import {
  nameOfNode,
  nodeIn,
  type NodeAddress,
  type RedisAddress,
} from '../../../platform/redis/redis-address.js';
import { probe } from './connections.js';
import { connectProbe } from './probe-connection.js';
import type { Topology, TopologySettings } from './topology.js';

const LOOK_EVERY_MS = 500;
/** After so many looks without an answer that is told. */
const MOST_SILENT_LOOKS = 4;
/** For so long most sentinels have to name an older configuration before it counts, in ms. */
const ANEW_MS = 15_000;
const SWITCH = '+switch-master';

type SentinelAddress = Extract<RedisAddress, { kind: 'sentinels' }>;

/** `epoch` counts the switches. */
interface Configuration {
  epoch: number;
  node: NodeAddress;
}

/**
 * The primary that sentinels name. A switch that any of them tells of counts at once. Beside that all are asked twice
 * a second, and the newest configuration counts. While none answers, the last primary stays the one.
 */
export class SentinelTopology implements Topology {
  private primary: NodeAddress | undefined;
  /** An older one is not believed: others hear of a switch later, and one that was away remembers what it knew. */
  private epoch = -1;
  /** Since when most sentinels know nothing but what is older, as monotonic ms. */
  private olderSince: number | undefined;
  private readonly asked: Redis[] = [];
  private readonly heard: Redis[] = [];
  private readonly stopProbes: (() => void)[];
  private readonly looking: NodeJS.Timeout;
  private isLooking = false;
  private silentLooks = 0;
  private problem: string | undefined;
  private lastError = '';

  constructor(
    private readonly address: SentinelAddress,
    private readonly settings: TopologySettings,
  ) {
    for (const node of address.nodes) {
      this.asked.push(this.connect(node));
      this.heard.push(this.listen(this.connect(node)));
    }
    // One that listens would never notice that nobody is there any more.
    this.stopProbes = [...this.asked, ...this.heard].map(probe);
    for (const redis of this.asked) redis.once('ready', () => this.look());
    this.looking = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  primaryOf(): NodeAddress | undefined {
    return this.primary;
  }

  close(): void {
    clearInterval(this.looking);
    for (const stop of this.stopProbes) stop();
    for (const redis of [...this.asked, ...this.heard]) redis.disconnect();
  }

  private connect(node: NodeAddress): Redis {
    const redis = connectProbe({ ...node, ...this.address.sentinelLogin });
    // That one of several is away is no fault.
    redis.on('error', (error: Error) => (this.lastError = error.message));
    return redis;
  }

  private listen(redis: Redis): Redis {
    redis.on('ready', () => void redis.subscribe(SWITCH).catch(() => {}));
    redis.on('message', (_channel: string, text: string) => {
      const [name, , , host, port] = text.split(' ');
      const node = nodeIn(host, port);
      if (name !== this.address.name || node === undefined || this.isPrimary(node)) return;
      // Those who have not heard of it go on to name the one of before.
      this.epoch += 1;
      this.adopt(node);
    });
    return redis;
  }

  look(): void {
    void this.askAll();
  }

  private async askAll(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const answers = await Promise.all(this.asked.map((redis) => this.ask(redis)));
    this.isLooking = false;
    this.tellProblem(answers);
    const known = answers.filter((answer) => typeof answer === 'object');
    const [newest] = known.sort((a, b) => b.epoch - a.epoch);
    const mostAnswer = known.length > this.asked.length / 2;
    const isOlder = newest !== undefined && newest.epoch < this.epoch;
    this.olderSince = isOlder && mostAnswer ? (this.olderSince ?? performance.now()) : undefined;
    if (newest === undefined || (isOlder && !this.haveBegunAnew())) return;
    this.epoch = newest.epoch;
    this.adopt(newest.node);
  }

  /** Sentinels that were set up anew count from 0. */
  private haveBegunAnew(): boolean {
    return this.olderSince !== undefined && performance.now() - this.olderSince >= ANEW_MS;
  }

  /** `unknown` where the sentinel answers and watches nothing of this name; undefined where it is away. */
  private async ask(redis: Redis): Promise<Configuration | 'unknown' | undefined> {
    if (redis.status !== 'ready') return undefined;
    const { name } = this.address;
    try {
      // The one that leads a switch knows its epoch for seconds before its `MASTER` names the new primary.
      const [at, fields] = (await Promise.all([
        redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name),
        redis.call('SENTINEL', 'MASTER', name),
      ])) as [string[], string[]];
      const node = nodeIn(...at);
      const epoch = Number(fields[fields.indexOf('config-epoch') + 1]);
      return node !== undefined && Number.isInteger(epoch) ? { epoch, node } : undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message.includes('No such master')) return 'unknown';
      this.lastError = message;
      return undefined;
    }
  }

  private tellProblem(answers: readonly unknown[]): void {
    const told = answers.filter((answer) => answer !== undefined);
    this.silentLooks = told.length === 0 ? this.silentLooks + 1 : 0;
    const isSilent = told.length === 0;
    if (isSilent && this.silentLooks < MOST_SILENT_LOOKS) return;
    const { name } = this.address;
    const isUnknown = told.every((answer) => answer === 'unknown');
    let problem: string | undefined;
    if (isSilent) problem = 'no sentinel answers';
    else if (isUnknown) problem = 'no sentinel watches a primary of this name';
    if (problem !== undefined && problem !== this.problem)
      this.settings.logger.warn({ name, ...(isSilent && { error: this.lastError }) }, problem);
    this.problem = problem;
  }

  private isPrimary(node: NodeAddress): boolean {
    return this.primary !== undefined && nameOfNode(this.primary) === nameOfNode(node);
  }

  private adopt(node: NodeAddress): void {
    if (this.isPrimary(node)) return;
    this.primary = node;
    this.settings.changed();
  }
}
