/** The Redis that games go by, and what can befall it: one alone, a primary that sentinels watch, or a cluster. */
import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OwnRedisCluster } from '../rig/own-redis-cluster.js';
import { startRedis } from '../rig/own-redis.js';
import { OwnSentinels } from '../rig/own-sentinels.js';
import { findFreePorts } from '../rig/rig.js';
import { PROJECT_ROOT } from '../swarm/worker.js';

export const STORES = ['single', 'sentinels', 'cluster'] as const;
export type StoreKind = (typeof STORES)[number];

export interface OracleStore {
  /** For `REDIS_URL`. */
  readonly url: string;
  /** Resolves when all of it is there, so that another fault may befall it. */
  whole(): Promise<void>;
  /** Gone like after a power cut, and back from its file after so long. */
  kill(forMs: number): Promise<void>;
  freeze(forMs: number): Promise<void>;
  /** Nobody reaches it for so long, and it goes on. */
  cutOff(forMs: number): Promise<void>;
  /** Another node becomes the primary, as an operator does it. */
  switchOver(): Promise<void>;
  /** Everything that a primary has goes to another one, and the next time back. */
  moveSlots(): Promise<void>;
  close(): Promise<void>;
}

export function startStore(kind: StoreKind, dir: string): Promise<OracleStore> {
  switch (kind) {
    case 'single':
      return SingleStore.start(dir);
    case 'sentinels':
      return SentinelStore.start(dir);
    case 'cluster':
      return ClusterStore.start(dir);
  }
}

class SingleStore implements OracleStore {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly dir: string,
  ) {}

  static async start(dir: string): Promise<SingleStore> {
    const store = new SingleStore(await findFreePorts(1), dir);
    await store.run();
    return store;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  private async run(): Promise<void> {
    const keep = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
    const { child, client } = await startRedis(this.port, this.dir, keep);
    client.disconnect();
    this.child = child;
  }

  async whole(): Promise<void> {}

  async kill(forMs: number): Promise<void> {
    await this.end('SIGKILL');
    await sleep(forMs);
    await this.run();
  }

  async freeze(forMs: number): Promise<void> {
    this.child?.kill('SIGSTOP');
    await sleep(forMs);
    this.child?.kill('SIGCONT');
  }

  cutOff(): Promise<void> {
    throw new Error('the network of one Redis alone is not cut');
  }

  switchOver(): Promise<void> {
    throw new Error('one Redis alone has nothing to switch to');
  }

  moveSlots(): Promise<void> {
    throw new Error('one Redis alone has nowhere to move anything');
  }

  async close(): Promise<void> {
    this.child?.kill('SIGCONT');
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

/** It befalls the node of an index, until it ends. */
interface NodeFault {
  begin: (n: number) => unknown;
  end: (n: number) => unknown;
}

type Nodes = Pick<OwnSentinels, 'kill' | 'run' | 'freeze' | 'thaw'>;

const killed = (nodes: Nodes): NodeFault => ({
  begin: (n) => nodes.kill(n),
  end: (n) => nodes.run(n),
});

const frozen = (nodes: Nodes): NodeFault => ({
  begin: (n) => nodes.freeze(n),
  end: (n) => nodes.thaw(n),
});

/** A fault befalls the node that is the primary then; it ends when another one is. */
class SentinelStore implements OracleStore {
  /** For nodes that were the primary, and have not come back yet. */
  private readonly healing = new Set<Promise<void>>();

  private constructor(private readonly nodes: OwnSentinels) {}

  static async start(dir: string): Promise<SentinelStore> {
    return new SentinelStore(await OwnSentinels.start(join(dir, 'redis'), findFreePorts));
  }

  get url(): string {
    return this.nodes.url;
  }

  kill(forMs: number): Promise<void> {
    return this.strike(forMs, killed(this.nodes));
  }

  freeze(forMs: number): Promise<void> {
    return this.strike(forMs, frozen(this.nodes));
  }

  cutOff(forMs: number): Promise<void> {
    return this.strike(forMs, {
      begin: (n) => this.nodes.cutOff(n),
      end: (n) => this.nodes.heal(n),
    });
  }

  async switchOver(): Promise<void> {
    const from = await this.nodes.primary();
    const { host, port, name } = this.nodes.firstSentinel;
    const script = 'scripts/redis-planned-switch.sh';
    const run = promisify(execFile)('sh', [script, name, host, `${port}`], { cwd: PROJECT_ROOT });
    await Promise.race([this.nodes.switched(from), run]);
    this.note(run.then(() => {}));
  }

  moveSlots(): Promise<void> {
    throw new Error('sentinels watch one primary, which has everything');
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.healing);
    await this.nodes.close();
  }

  /** Resolves when another node is the primary; the one of before comes back while the games go on. */
  private async strike(forMs: number, fault: NodeFault): Promise<void> {
    const from = await this.nodes.primary();
    const begun = Date.now();
    await fault.begin(from);
    await this.nodes.switched(from);
    this.note(
      sleep(Math.max(0, begun + forMs - Date.now())).then(async () => {
        await fault.end(from);
      }),
    );
  }

  private note(work: Promise<void>): void {
    this.healing.add(work);
    void work.finally(() => this.healing.delete(work));
  }

  /** A replica that is not in step cannot take over. */
  async whole(): Promise<void> {
    await Promise.all(this.healing);
    await this.nodes.together();
  }
}

/** A fault befalls one of the primaries, another one each time. */
class ClusterStore implements OracleStore {
  private healing: Promise<void> = Promise.resolve();
  private faults = 0;
  private moved: { from: number; to: number; count: number } | undefined;

  private constructor(private readonly nodes: OwnRedisCluster) {}

  static async start(dir: string): Promise<ClusterStore> {
    return new ClusterStore(await OwnRedisCluster.start(join(dir, 'redis'), findFreePorts));
  }

  get url(): string {
    return this.nodes.url;
  }

  kill(forMs: number): Promise<void> {
    return this.strike(forMs, killed(this.nodes));
  }

  freeze(forMs: number): Promise<void> {
    return this.strike(forMs, frozen(this.nodes));
  }

  cutOff(): Promise<void> {
    throw new Error('the network of a cluster is not cut');
  }

  async switchOver(): Promise<void> {
    await this.putBack();
    for (const n of await this.nodes.primaries()) await this.nodes.failOver(n);
  }

  async moveSlots(): Promise<void> {
    if (this.moved !== undefined) return this.putBack();
    const [from = 0, to = 0] = await this.nodes.primaries();
    this.moved = { from, to, count: await this.nodes.moveSlots(from, to) };
  }

  /** Two primaries alone would elect none when one of them is lost. */
  private async putBack(): Promise<void> {
    if (this.moved === undefined) return;
    const { from, to, count } = this.moved;
    this.moved = undefined;
    await this.nodes.moveSlots(to, from, count);
  }

  async whole(): Promise<void> {
    await this.healing;
    await this.nodes.whole();
  }

  async close(): Promise<void> {
    await this.healing.catch(() => {});
    await this.nodes.close();
  }

  /** Resolves when a replica is the primary; the one of before comes back while the games go on. */
  private async strike(forMs: number, fault: NodeFault): Promise<void> {
    await this.putBack();
    const primaries = await this.nodes.primaries();
    const from = primaries[this.faults++ % primaries.length] as number;
    const begun = Date.now();
    await fault.begin(from);
    await this.nodes.replaced(from);
    this.healing = sleep(Math.max(0, begun + forMs - Date.now())).then(async () => {
      await fault.end(from);
    });
  }
}
