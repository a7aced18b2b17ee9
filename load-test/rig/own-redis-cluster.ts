/** A cluster of Redis, of a program's own, and what can befall it. */
import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { LabError } from '../swarm/command-line.js';
import { startRedis } from './own-redis.js';

const HOST = '127.0.0.1';
const SLOTS = 16_384;
const LOOK_MS = 20;
const LONGEST_MS = 60_000;
/** A machine that has much else to do takes its time. */
const ANSWER_MS = 10_000;
/** One of several nodes may be stopped. */
const ONE_OF_MANY_MS = 1_000;
const CLUSTER = ['--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no'];
const DATA = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--notify-keyspace-events', 'Ex'];
// A replica that starts has nothing to wait for, and stays with its primary.
const REPLICA = ['--repl-diskless-sync-delay', '0', '--cluster-allow-replica-migration', 'no'];
const KEEP = [...CLUSTER, ...DATA, ...REPLICA];

export interface RedisClusterSettings {
  primaries?: number;
  /** So many for each primary. */
  replicas?: number;
  /** A node that is silent for so long is down, in ms. */
  nodeTimeoutMs?: number;
}

interface Node {
  port: number;
  busPort: number;
  id: string;
  child: ChildProcess;
}

/** As a node tells of another one, or of itself. */
interface Told {
  id: string;
  isWell: boolean;
  primaryId: string;
  /** How many slots it has. */
  slots: number;
}

type SlotRange = [first: number, last: number, primary: [host: string, port: number, id: string]];

export class OwnRedisCluster {
  private readonly nodes: Node[] = [];

  private constructor(
    private readonly dir: string,
    private readonly nodeTimeoutMs: number,
  ) {}

  /** Has the folder for itself, which is gone at the end. `findPorts` gives the first of so many free neighbours. */
  static async start(
    dir: string,
    findPorts: (count: number) => Promise<number>,
    { primaries = 3, replicas = 1, nodeTimeoutMs = 2_000 }: RedisClusterSettings = {},
  ): Promise<OwnRedisCluster> {
    const count = primaries * (1 + replicas);
    const first = await findPorts(2 * count);
    const own = new OwnRedisCluster(dir, nodeTimeoutMs);
    const numbers = Array.from({ length: count }, (_, n) => n);
    await Promise.all(numbers.map((n) => own.runNode(n, first + n, first + count + n)));
    await own.join(primaries);
    return own;
  }

  /** As `REDIS_URL` names it. */
  get url(): string {
    return `redis+cluster://${this.nodes.map(({ port }) => `${HOST}:${port}`).join()}`;
  }

  private async runNode(n: number, port: number, busPort: number): Promise<void> {
    const dir = join(this.dir, `redis-${n}`);
    mkdirSync(dir, { recursive: true });
    const { child, client } = await startRedis(port, dir, [
      ...KEEP,
      '--cluster-port',
      `${busPort}`,
      '--cluster-node-timeout',
      `${this.nodeTimeoutMs}`,
    ]);
    const id = (await client.call('CLUSTER', 'MYID')) as string;
    client.disconnect();
    this.nodes[n] = { port, busPort, id, child };
  }

  private async join(primaries: number): Promise<void> {
    const share = Math.ceil(SLOTS / primaries);
    await Promise.all(
      this.nodes.map(async (_, n) => {
        await this.ask(n, 'CLUSTER', 'SET-CONFIG-EPOCH', `${n + 1}`);
        const [from, to] = [n * share, Math.min((n + 1) * share, SLOTS) - 1];
        if (n < primaries) await this.ask(n, 'CLUSTER', 'ADDSLOTSRANGE', `${from}`, `${to}`);
      }),
    );
    for (const { port, busPort } of this.nodes.slice(1))
      await this.ask(0, 'CLUSTER', 'MEET', HOST, `${port}`, `${busPort}`);
    await this.until('nodes that know each other', async () => {
      const told = await Promise.all(this.nodes.map((_, n) => this.toldBy(n)));
      return told.every((table) => table.length === this.nodes.length);
    });
    for (let n = primaries; n < this.nodes.length; n++)
      await this.ask(n, 'CLUSTER', 'REPLICATE', this.node(n % primaries).id);
    await this.whole();
  }

  /** Resolves when all nodes agree who has which slots, and every other node is a replica that has all that its primary has. */
  async whole(): Promise<void> {
    await this.until('replicas that are in step', async () => {
      const told = await Promise.all(this.nodes.map((_, n) => this.toldBy(n)));
      if (!told.flat().every(({ isWell }) => isWell)) return false;
      const maps = told.map((table) =>
        table
          .map(({ id, slots }) => `${id} ${slots}`)
          .sort()
          .join(),
      );
      if (new Set(maps).size > 1) return false;
      const states = await Promise.all(
        this.nodes.map(async (_, n) => String(await this.ask(n, 'CLUSTER', 'INFO'))),
      );
      if (!states.every((state) => state.includes('cluster_state:ok'))) return false;
      const links = await Promise.all(
        this.nodes.map(async (_, n) => String(await this.ask(n, 'INFO', 'replication'))),
      );
      return links.every(
        (text) => text.includes('role:master') || text.includes('master_link_status:up'),
      );
    });
  }

  /** Indexes of the nodes that have slots. */
  async primaries(): Promise<number[]> {
    const table = await this.told();
    return table.flatMap(({ id, slots }) => (slots > 0 ? [this.indexOf(id)] : []));
  }

  /** Index of the node that has the key. */
  async primaryOf(key: string): Promise<number> {
    const slot = Number(await this.askAny('CLUSTER', 'KEYSLOT', key));
    const ranges = await this.rangesTold();
    const range = ranges.find(([first, last]) => slot >= first && slot <= last);
    return this.indexOf(range?.[2][2] ?? '');
  }

  async replicasOf(n: number): Promise<number[]> {
    const { id } = this.node(n);
    const table = await this.told();
    return table.flatMap((one) => (one.primaryId === id ? [this.indexOf(one.id)] : []));
  }

  /** Resolves when a replica has taken over the slots of this node. */
  async replaced(n: number): Promise<void> {
    await this.until('another primary', async () => !(await this.primaries()).includes(n));
  }

  /** Gone like after a power cut. */
  async kill(n: number): Promise<void> {
    const { child } = this.node(n);
    child.kill('SIGKILL');
    await ended(child);
  }

  /** The same node again, from its files. */
  async run(n: number): Promise<void> {
    const { port, busPort } = this.node(n);
    await this.runNode(n, port, busPort);
  }

  /** Its slots go to another one, and what was in them is lost, as operators do it where no replica is left. */
  async giveUp(n: number): Promise<void> {
    const { id } = this.node(n);
    const others = (await this.primaries()).filter((one) => one !== n);
    const heir = others[0] ?? 0;
    const ranges = (await this.rangesTold()).filter(([, , [, , owner]]) => owner === id);
    for (const [first, last] of ranges)
      for (const verb of ['DELSLOTSRANGE', 'ADDSLOTSRANGE'])
        await this.ask(heir, 'CLUSTER', verb, `${first}`, `${last}`);
    await this.ask(heir, 'CLUSTER', 'BUMPEPOCH');
    await this.until('agreement on its slots', async () => {
      const told = await Promise.all(others.map((one) => this.toldBy(one)));
      return told.every((table) => table.find((one) => one.id === id)?.slots === 0);
    });
  }

  freeze(n: number): void {
    this.node(n).child.kill('SIGSTOP');
  }

  thaw(n: number): void {
    this.node(n).child.kill('SIGCONT');
  }

  /** A replica of this node becomes the primary in its place, as an operator does it. */
  async failOver(n: number): Promise<void> {
    const [replica] = await this.replicasOf(n);
    if (replica === undefined) throw new LabError(`node ${n} has no replica`);
    await this.ask(replica, 'CLUSTER', 'FAILOVER');
    await this.replaced(n);
  }

  /** So many slots, or all, go from one primary to another, with the tool that operators have for it. Returns how many. */
  async moveSlots(from: number, to: number, count?: number): Promise<number> {
    await this.whole();
    const slots =
      count ?? (await this.told()).find(({ id }) => id === this.node(from).id)?.slots ?? 0;
    const tool = ['--cluster', 'reshard', `${HOST}:${this.node(to).port}`, '--cluster-yes'];
    const what = ['--cluster-from', this.node(from).id, '--cluster-to', this.node(to).id];
    const amount = ['--cluster-slots', `${slots}`, '--cluster-pipeline', '100'];
    await promisify(execFile)('redis-cli', [...tool, ...what, ...amount]);
    return slots;
  }

  /** Runs a command on a node. */
  async ask(n: number, ...words: [string, ...string[]]): Promise<unknown> {
    return this.askWithin(ANSWER_MS, n, words);
  }

  private async askWithin(
    commandTimeout: number,
    n: number,
    words: [string, ...string[]],
  ): Promise<unknown> {
    const options = { retryStrategy: null, maxRetriesPerRequest: 0, commandTimeout };
    const client = new Redis(this.node(n).port, HOST, options);
    client.on('error', () => {});
    try {
      return await client.call(...words);
    } finally {
      client.disconnect();
    }
  }

  /** Runs a command on every node. */
  async everywhere(...words: [string, ...string[]]): Promise<void> {
    await Promise.all(this.nodes.map((_, n) => this.ask(n, ...words)));
  }

  async close(): Promise<void> {
    for (const { child } of this.nodes) {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
    await Promise.all(this.nodes.map(({ child }) => ended(child)));
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** The newest of what the nodes tell. */
  private async told(): Promise<Told[]> {
    let newest: { epoch: number; table: Told[] } | undefined;
    await this.until('answers', async () => {
      const tables = await Promise.allSettled(
        this.nodes.map(async (_, n) => {
          const ask = (what: string) => this.askWithin(ONE_OF_MANY_MS, n, ['CLUSTER', what]);
          const [info, table] = await Promise.all([ask('INFO'), ask('NODES')]);
          const [, epoch] = /cluster_current_epoch:(\d+)/.exec(String(info)) ?? [];
          return { epoch: Number(epoch), table: readTable(String(table)) };
        }),
      );
      [newest] = tables
        .flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        .sort((one, other) => other.epoch - one.epoch);
      return newest !== undefined;
    });
    return newest?.table ?? [];
  }

  private async toldBy(n: number): Promise<Told[]> {
    return readTable(String(await this.ask(n, 'CLUSTER', 'NODES')));
  }

  private async rangesTold(): Promise<SlotRange[]> {
    return (await this.askAny('CLUSTER', 'SLOTS')) as SlotRange[];
  }

  private async askAny(...words: [string, ...string[]]): Promise<unknown> {
    return Promise.any(this.nodes.map((_, n) => this.ask(n, ...words)));
  }

  private indexOf(id: string): number {
    return this.nodes.findIndex((node) => node.id === id);
  }

  private node(n: number): Node {
    const node = this.nodes[n];
    if (node === undefined) throw new LabError(`there is no node ${n}`);
    return node;
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + LONGEST_MS;
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > end) throw new LabError(`there are no ${what}`);
      await sleep(LOOK_MS);
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function readTable(text: string): Told[] {
  const lines = text.trim().split('\n');
  return lines.map((line) => {
    const [id = '', , flags = '', primaryId = '', , , , link, ...ranges] = line.split(' ');
    const isSelf = flags.includes('myself');
    return {
      id,
      isWell: (isSelf || link === 'connected') && !/fail|handshake/.test(flags),
      primaryId,
      slots: ranges
        .filter((range) => !range.startsWith('['))
        .reduce((sum, range) => {
          const [first = 0, last = first] = range.split('-').map(Number);
          return sum + last - first + 1;
        }, 0),
    };
  });
}
