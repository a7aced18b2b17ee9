/** A primary of Redis, its replicas and the sentinels that watch them, of a program's own, and what can befall them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { LabError } from '../swarm/command-line.js';
import { startRedis } from './own-redis.js';
import { TcpProxy } from './tcp-proxy.js';

const NAME = 'halls';
const HOST = '127.0.0.1';
const LOOK_MS = 20;
const START_MS = 30_000;
const SWITCH_MS = 30_000;
const KEEP = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--notify-keyspace-events', 'Ex'];

export interface SentinelSettings {
  replicas?: number;
  sentinels?: number;
  /** A primary that is silent for so long is down, in ms. */
  downAfterMs?: number;
}

/** One Redis behind a proxy, which everybody knows it by, so that its network can be cut. */
interface Node {
  port: number;
  ownPort: number;
  child: ChildProcess;
  proxy: TcpProxy;
}

export class OwnSentinels {
  private readonly nodes: Node[] = [];
  private readonly sentinels: ChildProcess[] = [];

  private constructor(
    private readonly dir: string,
    private readonly findPorts: (count: number) => Promise<number>,
    private readonly sentinelPorts: readonly number[],
  ) {}

  /** Has the folder for itself, which is gone at the end. `findPorts` gives the first of so many free neighbours. */
  static async start(
    dir: string,
    findPorts: (count: number) => Promise<number>,
    { replicas = 2, sentinels = 3, downAfterMs = 2_000 }: SentinelSettings = {},
  ): Promise<OwnSentinels> {
    const count = 1 + replicas;
    const first = await findPorts(2 * count + sentinels);
    const sentinelPorts = Array.from({ length: sentinels }, (_, n) => first + 2 * count + n);
    const own = new OwnSentinels(dir, findPorts, sentinelPorts);
    for (let n = 0; n < count; n++) await own.runNode(n, first + n, first + count + n);
    for (const [n, port] of sentinelPorts.entries()) own.runSentinel(n, port, downAfterMs);
    await own.until('sentinels that know each other', async () => own.isComplete(replicas));
    return own;
  }

  /** As `REDIS_URL` names them. */
  get url(): string {
    return `redis+sentinel://${this.sentinelPorts.map((port) => `${HOST}:${port}`).join()}/${NAME}`;
  }

  private async runNode(
    n: number,
    port: number,
    ownPort: number,
    primary = this.nodes[0],
  ): Promise<void> {
    const dir = join(this.dir, `redis-${n}`);
    mkdirSync(dir, { recursive: true });
    const settings = [...KEEP, '--replica-announce-ip', HOST, '--replica-announce-port', `${port}`];
    // A replica that starts has nothing to wait for.
    settings.push('--repl-diskless-sync-delay', '0');
    // Two words: Redis 6.2 does not split one.
    if (primary !== undefined) settings.push('--replicaof', HOST, String(primary.port));
    const { child, client } = await startRedis(ownPort, dir, settings, this.newFile(n));
    client.disconnect();
    const proxy = this.nodes[n]?.proxy ?? (await TcpProxy.start(ownPort, port));
    this.nodes[n] = { port, ownPort, child, proxy };
  }

  /** An empty file of settings, into which sentinels and operators write theirs. */
  private newFile(n: number): string {
    const file = this.fileOf(n);
    writeFileSync(file, '');
    return file;
  }

  /** The file of a node's settings. */
  fileOf(n: number): string {
    return join(this.dir, `redis-${n}`, 'redis.conf');
  }

  private runSentinel(n: number, port: number, downAfterMs: number): void {
    const primary = this.node(0);
    const quorum = Math.floor(this.sentinelPorts.length / 2) + 1;
    const file = join(this.dir, `sentinel-${n}.conf`);
    const lines = [
      `port ${port}`,
      `bind ${HOST}`,
      `dir ${this.dir}`,
      `sentinel monitor ${NAME} ${HOST} ${primary.port} ${quorum}`,
      `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
      `sentinel failover-timeout ${NAME} 10000`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.sentinels.push(spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' }));
  }

  private async isComplete(replicas: number): Promise<boolean> {
    const others = this.sentinelPorts.length - 1;
    for (const port of this.sentinelPorts) {
      const told = await ask(port, (client) => client.call('SENTINEL', 'MASTER', NAME));
      const field = (name: string): unknown => told[told.indexOf(name) + 1];
      if (field('num-slaves') !== `${replicas}` || field('num-other-sentinels') !== `${others}`)
        return false;
      if (field('flags') !== 'master') return false;
    }
    return true;
  }

  /** Index of the node that the sentinels call the primary. */
  async primary(): Promise<number> {
    for (const port of this.sentinelPorts) {
      const told = await ask(port, (client) =>
        client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME),
      ).catch(() => undefined);
      const found = this.nodes.findIndex((node) => `${node.port}` === told?.[1]);
      if (found !== -1) return found;
    }
    throw new LabError('no sentinel answers');
  }

  /** Resolves when another node than this one is the primary, with its index. */
  async switched(from: number): Promise<number> {
    await this.until('another primary', async () => (await this.primary()) !== from);
    return this.primary();
  }

  /** Gone like after a power cut. */
  async kill(n: number): Promise<void> {
    const { child } = this.node(n);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** One more node, at an address of its own, as a replica of the primary; with its index. */
  async add(): Promise<number> {
    const n = this.nodes.length;
    const port = await this.findPorts(2);
    await this.runNode(n, port, port + 1, this.node(await this.primary()));
    return n;
  }

  /** The same node again, from its data. */
  async run(n: number, more: readonly string[] = []): Promise<void> {
    const { port, ownPort } = this.node(n);
    const dir = join(this.dir, `redis-${n}`);
    const settings = [
      ...KEEP,
      '--replica-announce-ip',
      HOST,
      '--replica-announce-port',
      `${port}`,
      ...more,
    ];
    // It is a primary until sentinels tell it otherwise, as on a machine that was switched on again.
    const { child, client } = await startRedis(ownPort, dir, settings, this.newFile(n));
    client.disconnect();
    this.node(n).child = child;
  }

  freeze(n: number): void {
    this.node(n).child.kill('SIGSTOP');
  }

  thaw(n: number): void {
    this.node(n).child.kill('SIGCONT');
  }

  /** Its replicas hear nothing any more, and nobody notices for a minute. */
  leaveBehind(n: number): void {
    this.node(n).proxy.swallow('REPLCONF');
  }

  /** Nobody reaches the node, which goes on. */
  cutOff(n: number): void {
    this.node(n).proxy.cutOff();
  }

  heal(n: number): void {
    this.node(n).proxy.heal();
  }

  /** Runs a command on a node, past the proxy. */
  ask(n: number, ...words: [string, ...string[]]): Promise<unknown> {
    return ask(this.node(n).ownPort, (client) => client.call(...words));
  }

  get firstSentinel(): { host: string; port: number; name: string } {
    const [port = 0] = this.sentinelPorts;
    return { host: HOST, port, name: NAME };
  }

  /** A switch by hand, without what the script for a planned one does; as soon as there is a replica for it. */
  async failOver(): Promise<void> {
    const { port } = this.firstSentinel;
    await this.until('replica to switch to', async () => {
      await ask(port, (client) => client.call('SENTINEL', 'FAILOVER', NAME));
      return true;
    });
  }

  /** All sentinels are gone; whoever plays does not need them. */
  async killSentinels(): Promise<void> {
    for (const child of this.sentinels) child.kill('SIGKILL');
    await Promise.all(this.sentinels.map(ended));
  }

  /** Resolves when every node but the primary, or so many, are its replicas, and have all that it has. */
  async together(replicas = this.nodes.length - 1): Promise<void> {
    await this.until('replicas that are in step', async () => {
      const primary = await this.primary();
      const told = String(await this.ask(primary, 'INFO', 'replication'));
      const lines = told.split('\r\n').filter((line) => /^slave\d+:.*state=online/.test(line));
      return lines.length === replicas;
    });
  }

  private node(n: number): Node {
    const node = this.nodes[n];
    if (node === undefined) throw new LabError(`there is no node ${n}`);
    return node;
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + Math.max(START_MS, SWITCH_MS);
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > end) throw new LabError(`there are no ${what}`);
      await sleep(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    const children = [...this.sentinels, ...this.nodes.map(({ child }) => child)];
    for (const child of children) {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
    await Promise.all(children.map(ended));
    await Promise.all(this.nodes.map(({ proxy }) => proxy.close()));
    rmSync(this.dir, { recursive: true, force: true });
  }
}

async function ask(port: number, work: (client: Redis) => Promise<unknown>): Promise<unknown[]> {
  const client = new Redis(port, HOST, {
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    // One that loads may be asked, too.
    enableReadyCheck: false,
  });
  client.on('error', () => {});
  try {
    return (await work(client)) as unknown[];
  } finally {
    client.disconnect();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
