import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePorts } from './ports.js';

const START_MS = 60_000;

/** A Redis of a test's own: a free port, a folder of its own, gone at the end. */
export class TestRedis {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly dir: string,
    private readonly args: string[],
  ) {}

  /** `args` are more options of redis-server, such as `--appendonly yes`. */
  static async start(...args: string[]): Promise<TestRedis> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-redis-'));
    const redis = new TestRedis(await freePorts(), dir, args);
    await redis.run();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the server, again after `kill` or `stop`; resolves when it serves. */
  async run(): Promise<void> {
    const { port, dir, args } = this;
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
    this.child = spawn('redis-server', [...settings, ...args], { stdio: 'ignore' });
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => {});
    const timeout = setTimeout(() => this.child?.kill('SIGKILL'), START_MS);
    await Promise.race([client.ping(), once(this.child, 'exit')]);
    clearTimeout(timeout);
    client.disconnect();
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      throw new Error('redis-server did not start');
  }

  /** Like a power cut for the process: nothing is saved or said goodbye to. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /**
   * Remembers what it has written so far (`--appendonly yes`); to be called after `kill`, the returned
   * function makes that all that it has ever written.
   */
  keepData(): () => void {
    const [data, copy] = [join(this.dir, 'appendonlydir'), join(this.dir, 'kept')];
    cpSync(data, copy, { recursive: true });
    return () => {
      rmSync(data, { recursive: true });
      renameSync(copy, data);
    };
  }

  /** Stops the process in its tracks until `thaw`. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.end('SIGTERM');
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Runs `work` with a connection of its own. */
  async ask<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }

  /** Every key that begins with `prefix`, in order. */
  async keys(prefix: string): Promise<string[]> {
    return this.ask(async (client) => {
      const found: string[] = [];
      for await (const batch of client.scanStream({ match: `${prefix}*`, count: 1_000 }))
        found.push(...(batch as string[]));
      return [...new Set(found)].sort();
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}
