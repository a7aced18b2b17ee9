/** Processes of the built server and a store of their own, and what can befall them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, findFreePorts, isReady } from '../rig/rig.js';
import { PROJECT_ROOT } from '../swarm/worker.js';
import { LabError } from '../swarm/command-line.js';
import type { Span } from './ledger.js';
import { startStore, type OracleStore, type StoreKind } from './stores.js';

const START_MS = 120_000;
const LOOK_MS = 20;
const PHASES = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '1200', SHOW: 'off' };

export class Rig {
  readonly urls: string[] = [];
  /** When the store or a process was away, epoch ms; the end of one that goes on is Infinity. */
  readonly faults: [from: number, to: number][] = [];
  private readonly servers: ChildProcess[] = [];
  private readonly output: string[] = [];

  private constructor(
    private readonly store: OracleStore,
    private readonly dir: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(
    processes: number,
    store: StoreKind,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Rig> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-oracle-'));
    const rig = new Rig(await startStore(store, dir), dir, settings);
    const port = await findFreePorts(processes);
    await Promise.all(Array.from({ length: processes }, (_, n) => rig.runServer(port + n)));
    return rig;
  }

  private async runServer(port: number): Promise<void> {
    const env = environmentOf(
      { shape: 'single', processes: 1, flushIntervalMs: 50, core: undefined, settings: {} },
      {
        ...PHASES,
        HOST: '127.0.0.1',
        PORT: String(port),
        SECRET: 'the one secret of the oracle',
        REDIS_URL: this.store.url,
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
      .filter((line) => line.startsWith('{') && !/"redis is away"|"redis has moved"/.test(line));
  }

  /** Resolves when all of the store is there. */
  whole(): Promise<void> {
    return this.store.whole();
  }

  /** Something befalls the store. */
  async strike(befall: (store: OracleStore) => Promise<void>): Promise<void> {
    await this.during(async () => {
      await befall(this.store);
      for (const url of this.urls) while (!(await hasWholeStore(url))) await sleep(LOOK_MS);
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

  /** For each of these moments, how long after the beginning of its fault it was, in ms. */
  untilTold(moments: readonly number[]): number[] {
    return moments.flatMap((at) => {
      const begun = this.faults.findLast(([from]) => from <= at)?.[0];
      return begun === undefined ? [] : [at - begun];
    });
  }

  /** Whether nothing has been away for so long, in ms. */
  isQuiet(forMs: number): boolean {
    return this.faults.every(([, to]: Span) => Date.now() - to > forMs);
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.kill('SIGCONT');
    for (const server of this.servers) server.kill('SIGTERM');
    await Promise.all(this.servers.map(ended));
    await this.store.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Whether the process reaches all of its store. */
async function hasWholeStore(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  );
  return answer?.ok === true && !(await answer.text()).includes('is away');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
