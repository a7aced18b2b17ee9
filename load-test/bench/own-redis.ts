/** A Redis of the bench's own, which keeps nothing, and what it tells of the commands that it has carried out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findFreePorts } from '../rig/rig.js';
import { LabError } from '../swarm/command-line.js';

const START_MS = 5_000;
/** More than one claim has. */
const LOG_LENGTH = 10_000;

/** What Redis has done. */
export interface Work {
  /** In which it did nothing but to carry out commands, in µs. */
  readMicros: number;
  scriptMicros: number;
  /** CPU time of all that, in µs, with reading from and writing to sockets. */
  cpuMicros: number;
  /** That it has read and written for all its clients. */
  bytes: number;
}

interface Totals {
  bytes: number;
  cpuMicros: number;
}

export class OwnRedis {
  private before: Totals = { bytes: 0, cpuMicros: 0 };

  private constructor(
    readonly url: string,
    private readonly client: Redis,
    private readonly end: () => Promise<void>,
  ) {}

  /** Throws a LabError where there is no redis-server. */
  static async start(): Promise<OwnRedis> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-bench-'));
    const port = await findFreePorts(1);
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
    const logAll = ['--slowlog-log-slower-than', '0', '--slowlog-max-len', String(LOG_LENGTH)];
    const child = spawn('redis-server', [...settings, ...logAll], { stdio: 'ignore' });
    const ended = once(child, 'exit').catch(() => {});
    const url = `redis://127.0.0.1:${port}`;
    const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => {});
    const timeout = setTimeout(() => child.kill('SIGKILL'), START_MS);
    const isThere = await Promise.race([client.ping(), ended]);
    clearTimeout(timeout);
    const end = async (): Promise<void> => {
      client.disconnect();
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    };
    if (isThere === 'PONG') return new OwnRedis(url, client, end);
    await end();
    throw new LabError('redis-server did not start: it has to be installed');
  }

  /** Forgets what it was asked until now. */
  async startAnew(): Promise<void> {
    await this.client.slowlog('RESET');
    const { own, ...totals } = await this.totals();
    this.before = { ...totals, bytes: totals.bytes + own };
  }

  /** What it was asked about this room since; what a script or a transaction did is counted once. */
  async workFor(roomId: string): Promise<Work> {
    const { bytes, cpuMicros } = await this.totals();
    const entries = (await this.client.slowlog('GET', LOG_LENGTH)) as [
      id: number,
      at: number,
      micros: number,
      args: string[],
    ][];
    const work: Work = {
      readMicros: 0,
      scriptMicros: 0,
      cpuMicros: cpuMicros - this.before.cpuMicros,
      bytes: bytes - this.before.bytes,
    };
    for (const [, , micros, args] of entries) {
      const isOfStore = args[0] === 'info' && args[1] === 'server';
      if (args[0] === 'evalsha') work.scriptMicros += micros;
      else if (isOfStore || args.some((arg) => arg.includes(roomId))) work.readMicros += micros;
    }
    return work;
  }

  /** Since its start, before the answer to this question, which is `own` bytes long. */
  private async totals(): Promise<Totals & { own: number }> {
    const info = await this.client.info('everything');
    const total = (name: string): number =>
      Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
    const cpu = total('used_cpu_user_main_thread') + total('used_cpu_sys_main_thread');
    const bytes = total('total_net_input_bytes') + total('total_net_output_bytes');
    return { bytes, cpuMicros: Math.round(cpu * 1e6), own: info.length };
  }

  stop(): Promise<void> {
    return this.end();
  }
}
