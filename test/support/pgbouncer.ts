import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { Client } from 'pg';
import { freePorts } from './ports.js';
import { ownerOfServer } from './postgres.js';
import { PATIENT } from './patience.js';

/** A PgBouncer before one database, in its mode with the fewest promises. */
export class TestPgBouncer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly dir: string,
    readonly url: string,
  ) {}

  static async start(target: string): Promise<TestPgBouncer> {
    const { hostname, port: targetPort, username, pathname } = new URL(target);
    const port = await freePorts();
    const dir = mkdtempSync(join(tmpdir(), 'madang-pgbouncer-'));
    const [file, users] = [join(dir, 'pgbouncer.ini'), join(dir, 'users.txt')];
    writeFileSync(users, `"${username}" ""\n`);
    writeFileSync(
      file,
      `[databases]
db = host=${hostname} port=${targetPort} dbname=${pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
`,
    );
    // It refuses to run as root, and another user has to read its settings.
    chmodSync(dir, 0o755);
    const child = spawn('/usr/sbin/pgbouncer', [file], { ...ownerOfServer(), stdio: 'ignore' });
    const url = `postgres://${username}@127.0.0.1:${port}/db`;
    const bouncer = new TestPgBouncer(child, dir, url);
    await vi.waitFor(() => bouncer.answers(), PATIENT);
    return bouncer;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGINT');
    if (this.child.exitCode === null) await once(this.child, 'exit');
    rmSync(this.dir, { recursive: true });
  }

  private async answers(): Promise<void> {
    const client = new Client({ connectionString: this.url });
    client.on('error', () => {});
    await client.connect();
    await client.end();
  }
}
