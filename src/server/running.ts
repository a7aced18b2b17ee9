import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readRegularSync } from './platform/disk/regular-file.js';
import {
  openSqliteFile,
  resultCodeOf,
  type SqliteFile,
} from './platform/database/sqlite/sqlite-file.js';

const SQLITE_BUSY = 5;
/** For as long another process may take to say where it listens, or to end. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 250;
/** The bound of a file in which a process tells of itself. */
const MOST_BYTES = 4_096;

const runningSchema = z.object({
  pid: z.number().int(),
  /** Null until it listens. */
  port: z.number().int().min(1).max(65_535).nullable(),
  nonce: z.string(),
});

/** The process of a data folder, as `running.json` in it tells. */
export type Running = z.output<typeof runningSchema>;

export type Claim =
  | { kind: 'ours'; folder: ClaimedFolder }
  /** Another process has it; undefined where it does not say who it is. */
  | { kind: 'taken'; by: Running | undefined }
  /** It is not known who has it, as nothing can be locked there. */
  | { kind: 'unknown'; error: unknown };

/**
 * Makes this process the only one of a data folder. What counts is an exclusive lock of SQLite on `running.lock`,
 * which the system takes back from a process that is killed, on each system that we run on; a process id may be
 * another program's by then. `running.json` only tells others whom they have met.
 */
export async function claimFolder(dataDir: string, patienceMs = PATIENCE_MS): Promise<Claim> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const held = await lock(join(dataDir, 'running.lock'));
    if (held.kind === 'held') return { kind: 'ours', folder: new ClaimedFolder(dataDir, held.by) };
    if (held.kind === 'failed') return { kind: 'unknown', error: held.error };
    const by = readRunning(dataDir);
    const isStartingOrEnding = by?.port == null;
    if (!isStartingOrEnding || performance.now() >= until) return { kind: 'taken', by };
    await sleep(LOOK_EVERY_MS);
  }
}

type Locked =
  { kind: 'held'; by: SqliteFile } | { kind: 'busy' } | { kind: 'failed'; error: unknown };

async function lock(path: string): Promise<Locked> {
  let file: SqliteFile | undefined;
  try {
    file = await openSqliteFile(path);
    // Nothing is written, so a journal beside it would only lie there after a crash.
    file.exec('pragma journal_mode = memory');
    file.exec('begin exclusive');
    return { kind: 'held', by: file };
  } catch (error) {
    file?.close();
    return resultCodeOf(error) === SQLITE_BUSY ? { kind: 'busy' } : { kind: 'failed', error };
  }
}

/** A data folder that is this process's alone until it ends. */
export class ClaimedFolder {
  readonly nonce = randomUUID();

  constructor(
    private readonly dataDir: string,
    private readonly lock: SqliteFile,
  ) {
    // A process that was killed may have left one, which would tell of it.
    this.tell(null);
  }

  /** From now on others find this process, and the next one the port. */
  listening(port: number): void {
    this.tell(port);
    write(join(this.dataDir, 'port'), String(port));
  }

  /** Nobody is to look for this process any more: it is about to end. */
  ending(): void {
    remove(join(this.dataDir, 'running.json'));
  }

  /** The end of the process does the same, however it comes. */
  release(): void {
    this.lock.close();
  }

  private tell(port: number | null): void {
    const running: Running = { pid: process.pid, port, nonce: this.nonce };
    write(join(this.dataDir, 'running.json'), JSON.stringify(running));
  }
}

/** Appears whole, whatever lies there. A full disk keeps no hall from playing. */
function write(path: string, text: string): void {
  try {
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, text, { mode: 0o600, flag: 'wx' });
    renameSync(`${path}.new`, path);
  } catch {
    remove(path);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The lock is what counts.
  }
}

const readSmall = (dataDir: string, name: string): string =>
  readRegularSync(join(dataDir, name), MOST_BYTES);

/** Undefined where it is not told. */
function readRunning(dataDir: string): Running | undefined {
  try {
    return runningSchema.parse(JSON.parse(readSmall(dataDir, 'running.json')));
  } catch {
    return undefined;
  }
}

/** The last process of this folder listened there. */
export function portOfBefore(dataDir: string): number | undefined {
  try {
    const port = Number(readSmall(dataDir, 'port'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
