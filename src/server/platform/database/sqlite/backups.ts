import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteThread } from './sqlite-thread.js';

const KEPT = 7;
/** How often it is looked whether a backup of today is there. */
const LOOK_EVERY_MS = 600_000;
const NAME = /^madang-\d{4}-\d\d-\d\d\.db$/;

export interface BackupSettings {
  workerFile: string;
  /** The database. */
  path: string;
  dir: string;
  /** No backup begins while this is so: it takes disk and a core. */
  isBusy: () => boolean;
  failed: (error: unknown) => void;
}

/** Keeps a copy of a database file for each of the last seven days on which the server ran. */
export class Backups {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly settings: BackupSettings,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Makes the backup of today anew, and from then on one every day. */
  start(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    void this.look(true);
  }

  /** Makes the backup of today where there is none, or `anew`, unless a game runs. Never rejects. */
  look(anew = false): Promise<void> {
    this.running ??= this.backUp(anew)
      .catch((error: unknown) => this.settings.failed(error))
      .finally(() => (this.running = undefined));
    return this.running;
  }

  /** Resolves when none is being made any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async backUp(anew: boolean): Promise<void> {
    const { dir, path, workerFile, isBusy } = this.settings;
    const name = `madang-${this.now().toISOString().slice(0, 10)}.db`;
    if (isBusy() || (!anew && this.all().includes(name))) return;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const part = join(dir, `${name}.part`);
    // Of a process that was killed.
    rmSync(part, { force: true });
    try {
      await SqliteThread.backUp(workerFile, path, part);
      renameSync(part, join(dir, name));
    } finally {
      rmSync(part, { force: true });
    }
    for (const old of this.all().slice(0, -KEPT)) rmSync(join(dir, old), { force: true });
  }

  /** The oldest first. */
  private all(): string[] {
    try {
      return readdirSync(this.settings.dir)
        .filter((name) => NAME.test(name))
        .toSorted();
    } catch {
      return [];
    }
  }
}
