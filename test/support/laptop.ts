import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runServer } from './child.js';
import { freePorts } from './ports.js';

/** A bound, and not a wait. */
const WRITTEN_SOON = { timeout: 60_000, interval: 20 };

/** The one process of a laptop, which is killed and started again on the same folder and port. */
export class Laptop {
  private readonly dir = mkdtempSync(join(tmpdir(), 'madang-'));
  private port = 0;
  private server: Awaited<ReturnType<typeof runServer>> | undefined;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** With these settings beside its own. */
  constructor(private readonly env: Record<string, string> = {}) {}

  async start(): Promise<void> {
    this.port ||= await freePorts();
    this.server = await runServer({
      HOST: '127.0.0.1',
      PORT: String(this.port),
      DATA_DIR: this.dir,
      LOG_LEVEL: 'warn',
      COUNTDOWN_MS: '2000',
      GET_READY_MS: '200',
      PICTURE_READY_MS: '200',
      REVEAL_MS: '20000',
      NEWCOMERS_PER_S: '1000000',
      MAX_ROOMS_PER_ADDRESS: '1000',
      MAX_ROOMS_PER_IDENTITY: '1000',
      ...this.env,
    });
  }

  /** The headers of a browser that has followed the operator's link from the terminal. */
  async signIn(): Promise<{ cookie: string; origin: string }> {
    const key = /\/desk#key=(\S+)/.exec(this.server!.output())?.[1];
    const response = await fetch(`${this.url}/api/desk/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.url },
      body: JSON.stringify({ key }),
    });
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    if (cookie === undefined) throw new Error(`nobody is signed in: ${response.status}`);
    return { cookie, origin: this.url };
  }

  /** Resolves once so many rooms' files say this. */
  async hasWritten(text: string, count: number): Promise<void> {
    const rooms = join(this.dir, 'rooms');
    await vi.waitFor(() => {
      const files = readdirSync(rooms, { recursive: true, withFileTypes: true });
      const saying = files.filter(
        (one) =>
          one.isFile() && readFileSync(join(one.parentPath, one.name), 'utf8').includes(text),
      );
      const known = new Set(saying.map(({ parentPath }) => parentPath)).size;
      if (known < count) throw new Error(`${known} of ${count} rooms say ${text}`);
    }, WRITTEN_SOON);
  }

  async kill(): Promise<void> {
    this.server!.process.kill('SIGKILL');
    await this.server!.ended;
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async close(): Promise<void> {
    await this.server?.stop();
    rmSync(this.dir, { recursive: true });
  }
}
