/** Processes of the built server and a Redis of their own, and what can befall them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../rig/own-redis.js';
import { environmentOf, findFreePorts, isReady } from '../rig/rig.js';
import { PROJECT_ROOT } from '../swarm/worker.js';
import { LabError } from '../swarm/command-line.js';
import type { Span } from './ledger.js';

const START_MS = 120_000;
const PHASES = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '1200', SHOW: 'off' };

export class Rig {
  readonly urls: string[] = [];
  /** When the store or a process was away, epoch ms; the end of one that goes on is Infinity. */
  readonly faults: [from: number, to: number][] = [];
  private redis: ChildProcess | undefined;
  private readonly servers: ChildProcess[] = [];
  private readonly output: string[] = [];
  private readonly dir = mkdtempSync(join(tmpdir(), 'madang-oracle-'));

  private constructor(
    private readonly redisPort: number,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(
    processes: number,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Rig> {
    const port = await findFreePorts(processes + 1);
    const rig = new Rig(port + processes, settings);
    await rig.runRedis();
    await Promise.all(Array.from({ length: processes }, (_, n) => rig.runServer(port + n)));
    return rig;
  }

  private async runRedis(): Promise<void> {
    const keep = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
    const { child, client } = await startRedis(this.redisPort, this.dir, keep);
    client.disconnect();
    this.redis = child;
  }

  private async runServer(port: number): Promise<void> {
    const env = environmentOf(
      { shape: 'single', processes: 1, flushIntervalMs: 50, core: undefined, settings: {} },
      {
        ...PHASES,
        HOST: '127.0.0.1',
        PORT: String(port),
        SECRET: 'the one secret of the oracle',
        REDIS_URL: `redis://127.0.0.1:${this.redisPort}`,
        DATA_DIR: join(this.dir, String(port)),
        ...this.settings,
      },
    );
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: PROJECT_ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => this.output.push(chunk.toString()));
    this.servers.push(child);
    this.urls.push(`http://127.0.0.1:${port}`);
    const until = Date.now() + START_MS;
    while (!(await isReady(`http://127.0.0.1:${port}`))) {
      if (child.exitCode !== null || Date.now() > until)
        throw new LabError(`the server did not start:\n${this.output.join('')}`);
      await sleep(50);
    }
  }

  /** Log lines of the servers but those that tell that Redis was away. */
  troubles(): string[] {
    return this.output
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('{') && !line.includes('"redis is away"'));
  }

  /** Redis is gone like after a power cut, and comes back from its file. */
  async killRedis(forMs: number): Promise<void> {
    await this.during(async () => {
      const { redis } = this;
      redis?.kill('SIGKILL');
      if (redis !== undefined && redis.signalCode === null) await once(redis, 'exit');
      await sleep(forMs);
      await this.runRedis();
    });
  }

  async freezeRedis(forMs: number): Promise<void> {
    await this.during(async () => {
      this.redis?.kill('SIGSTOP');
      await sleep(forMs);
      this.redis?.kill('SIGCONT');
    });
  }

  async stopServer(n: number, forMs: number): Promise<void> {
    await this.during(async () => {
      const server = this.servers[n];
      server?.kill('SIGSTOP');
      await sleep(forMs);
      server?.kill('SIGCONT');
    });
  }

  private async during(work: () => Promise<void>): Promise<void> {
    const span: [number, number] = [Date.now(), Infinity];
    this.faults.push(span);
    await work();
    span[1] = Date.now();
  }

  /** Whether nothing has been away for so long, in ms. */
  isQuiet(forMs: number): boolean {
    return this.faults.every(([, to]: Span) => Date.now() - to > forMs);
  }

  async close(): Promise<void> {
    const children = [...this.servers, ...(this.redis ? [this.redis] : [])];
    for (const child of children) child.kill('SIGCONT');
    for (const server of this.servers) server.kill('SIGTERM');
    await Promise.all(this.servers.map(ended));
    this.redis?.kill('SIGTERM');
    if (this.redis !== undefined) await ended(this.redis);
    rmSync(this.dir, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
