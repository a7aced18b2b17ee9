import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from './client.js';
import { freePorts } from './ports.js';

const ROOT = join(import.meta.dirname, '../..');

export interface CommandResult {
  code: number | null;
  output: string;
}

export const PROCESSES = 2;

/** A cluster of the real parts with ports and a data folder of its own. */
export class Cluster {
  private readonly clients: TestClient[] = [];

  private constructor(
    /** Where it is installed. */
    private readonly root: string,
    readonly dataDir: string,
    readonly ports: {
      nginx: number;
      redis: number;
      postgres: number;
      apps: number[];
      /** Free for INTERNAL_PORT; the next ones, too. */
      internal: number;
    },
  ) {}

  static async create(root = ROOT): Promise<Cluster> {
    const first = await freePorts(2 * PROCESSES + 3);
    const apps = Array.from({ length: PROCESSES }, (_, n) => first + n);
    const redis = first + PROCESSES;
    const ports = { redis, nginx: redis + 1, postgres: redis + 2, internal: redis + 3, apps };
    return new Cluster(root, mkdtempSync(join(tmpdir(), 'madang-')), ports);
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports.nginx}`;
  }

  get folder(): string {
    return join(this.dataDir, 'cluster');
  }

  /** What an operator types, with an environment that only says where it all is. */
  async run(command: string | string[], env: Record<string, string> = {}): Promise<CommandResult> {
    const child = this.spawn([command].flat(), env);
    let output = '';
    const note = (text: Buffer): void => void (output += text.toString());
    child.stdout?.on('data', note);
    child.stderr?.on('data', note);
    await once(child, 'close');
    return { code: child.exitCode, output };
  }

  /** The same, for a command that goes on. */
  spawn(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [join(this.root, 'scripts/cluster.mjs'), ...args], {
      cwd: this.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        PROCESSES: String(PROCESSES),
        PORT: String(this.ports.apps[0]),
        REDIS_PORT: String(this.ports.redis),
        POSTGRES_PORT: String(this.ports.postgres),
        CLUSTER_PORT: String(this.ports.nginx),
        LOG_LEVEL: 'warn',
        ...env,
      },
    });
  }

  async mustRun(command: string | string[], env: Record<string, string> = {}): Promise<string> {
    const { code, output } = await this.run(command, env);
    if (code !== 0) throw new Error(`${[command].flat().join(' ')} ended with ${code}:\n${output}`);
    return output;
  }

  /** A player's connection through nginx that comes back by itself. */
  connect(options: ConstructorParameters<typeof TestClient>[1] = {}): TestClient {
    const client = new TestClient(this.url, {
      reconnection: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 1_000,
      auth: { wantToken: true },
      ...options,
    });
    this.clients.push(client);
    return client;
  }

  async connectMany(count: number): Promise<TestClient[]> {
    const clients = Array.from({ length: count }, () => this.connect());
    await Promise.all(clients.map((client) => client.wait('session')));
    return clients;
  }

  /** Players in a room who come back to it by themselves; the first has opened it. */
  async openRoom(count: number): Promise<TestClient[]> {
    const host = this.connectAgain({});
    const { gameId } = await host.do('createRoom', { playerName: 'Host' });
    const guests = Array.from({ length: count - 1 }, () =>
      this.connectAgain({ 'game-id': gameId }),
    );
    // Whoever opened a room comes back to it as everybody else does.
    host.socket.io.opts.query = { 'game-id': gameId };
    await Promise.all(guests.map((guest) => guest.wait('getSelfId')));
    return [host, ...guests];
  }

  /** Keeps its identity, as a browser does with its cookie. */
  private connectAgain(query: Record<string, string>): TestClient {
    const auth = (give: (data: object) => void): void =>
      give(client.token === '' ? { wantToken: true } : { wantToken: true, token: client.token });
    const client = this.connect({ query, auth });
    return client;
  }

  hangUp(): void {
    for (const client of this.clients.splice(0)) client.close();
  }

  /** How many connections each process has, by its port, as the operator is shown. */
  async spread(): Promise<number[]> {
    const { output } = await this.run('status');
    return Array.from(output.matchAll(/(\d+) connections/g), ([, count]) => Number(count));
  }

  /** Processes that name the folder on their command line, environment or working folder. */
  pids(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((pid) => isBelow(pid, this.dataDir) && !servesConnection(pid))
      .map(Number);
  }

  pidIn(file: string): number {
    return Number.parseInt(readFileSync(join(this.folder, file), 'utf8'), 10);
  }

  async close(): Promise<void> {
    this.hangUp();
    await this.run('stop');
    rmSync(this.dataDir, { recursive: true });
  }
}

/** Of PostgreSQL, which ends it with itself. */
function servesConnection(pid: string): boolean {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8').startsWith('postgres: ');
  } catch {
    return false;
  }
}

function isBelow(pid: string, folder: string): boolean {
  const looks = [
    () => readFileSync(join('/proc', pid, 'environ'), 'utf8'),
    () => readFileSync(join('/proc', pid, 'cmdline'), 'utf8'),
    () => readlinkSync(join('/proc', pid, 'cwd')),
  ];
  return looks.some((look) => {
    try {
      return look().includes(folder);
    } catch {
      return false;
    }
  });
}
