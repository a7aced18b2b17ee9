import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const START_MS = 60_000;
const ASK_EVERY_MS = 50;
/** Where Debian puts its programs, by version; they are not on the path. */
const DEBIAN_DIR = '/usr/lib/postgresql';

/** A PostgreSQL of a test's own: a free port, a folder of its own, gone at the end. */
export class TestPostgres {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly dir: string,
  ) {}

  static async start(): Promise<TestPostgres> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-postgres-'));
    const owner = ownerOfServer();
    if (owner !== undefined) chownSync(dir, owner.uid, owner.gid);
    const args = ['-D', join(dir, 'data'), '-U', 'madang', '-A', 'trust', '-E', 'UTF8', '-N'];
    const made = spawnSync(postgresProgram('initdb'), args, { ...owner, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    const postgres = new TestPostgres(await freePort(), dir);
    await postgres.run();
    return postgres;
  }

  urlOf(database: string): string {
    return `postgres://madang@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server, again after `kill`; resolves when it serves. */
  async run(): Promise<void> {
    const { port, dir } = this;
    const args = ['-D', join(dir, 'data'), '-p', String(port), '-k', dir, '-h', '127.0.0.1'];
    // Nothing here has to survive a power cut.
    args.push('-c', 'fsync=off');
    this.child = spawn(postgresProgram('postgres'), args, { ...ownerOfServer(), stdio: 'ignore' });
    const until = Date.now() + START_MS;
    while (!(await this.answers())) {
      if (Date.now() > until || hasEnded(this.child)) throw new Error('postgres did not start');
      await sleep(ASK_EVERY_MS);
    }
  }

  /** Ends it and every connection at once. */
  async kill(): Promise<void> {
    await this.end('SIGQUIT');
  }

  /** Stops it and what serves its connections in their tracks, until `thaw`. */
  freeze(): void {
    this.signalAll('SIGSTOP');
  }

  thaw(): void {
    this.signalAll('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.end('SIGINT');
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Itself first, as it then makes no more of them. */
  private signalAll(signal: NodeJS.Signals): void {
    const pid = String(this.child?.pid);
    process.kill(Number(pid), signal);
    const children = spawnSync('pgrep', ['-P', pid], { encoding: 'utf8' }).stdout;
    for (const one of children.split('\n').filter((line) => line !== '')) {
      try {
        process.kill(Number(one), signal);
      } catch (error) {
        // It has served its last connection.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.urlOf('postgres') });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined || hasEnded(child)) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

/** Makes an empty database on a server; returns its name. */
export async function createTestDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return name;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export function postgresProgram(name: string): string {
  const versions = existsSync(DEBIAN_DIR) ? readdirSync(DEBIAN_DIR).map(Number) : [];
  const newest = versions.toSorted((a, b) => b - a)[0];
  return newest === undefined ? name : join(DEBIAN_DIR, String(newest), 'bin', name);
}

/** PostgreSQL refuses to run as root. */
export function ownerOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((what) =>
    Number(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
