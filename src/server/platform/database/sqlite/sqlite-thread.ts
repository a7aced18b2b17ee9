import { Worker } from 'node:worker_threads';
import { CLOSE, OPENED, type Reply, type Value, type WorkerSettings } from './messages.js';

/** Opening may have to go through what a process that was killed has left behind. */
const OPEN_MS = 15_000;
const QUERY_MS = 5_000;
const CLOSE_MS = 5_000;
const BACKUP_MS = 600_000;

export interface Rows {
  rows: unknown[];
  changes: number;
}

/** `code` is SQLite's, or undefined where its thread has ended or does not answer. */
export class SqliteError extends Error {
  constructor(
    message: string,
    readonly code: number | undefined,
  ) {
    super(message);
    this.name = 'SqliteError';
  }
}

interface Waiting {
  resolve: (rows: Rows) => void;
  reject: (error: SqliteError) => void;
  deadline: NodeJS.Timeout;
}

/**
 * A thread with an SQLite database. While it is behind with answers it takes no more queries. It is never
 * ended from here: a thread that is ended in the middle of a query takes the whole process along.
 */
export class SqliteThread {
  private readonly waiting = new Map<number, Waiting>();
  /** Queries whose answers were given up, and are still to come. */
  private readonly late = new Set<number>();
  private readonly ended: Promise<void>;
  private lastId = OPENED;
  private hasEnded = false;

  private readonly worker: Worker;

  private constructor(
    workerFile: string,
    settings: WorkerSettings,
    private readonly queryMs: number,
  ) {
    // Node's own SQLite says in each thread that it is an experiment.
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const worker = new Worker(workerFile, { workerData: settings, execArgv });
    this.worker = worker;
    worker.on('message', (reply: Reply) => this.settle(reply));
    worker.on('error', (error) => this.end(String(error)));
    this.ended = new Promise((resolve) =>
      worker.once('exit', () => {
        this.end('its thread has ended');
        resolve();
      }),
    );
  }

  /**
   * Resolves when the database at `path` is open; `workerFile` is the built worker.ts, `queryMs` how long a
   * query may take.
   */
  static async open(
    workerFile: string,
    path: string,
    queryMs: number = QUERY_MS,
  ): Promise<SqliteThread> {
    const thread = new SqliteThread(workerFile, { path, backupPath: undefined }, queryMs);
    try {
      await thread.reply(OPENED, OPEN_MS);
    } catch (error) {
      // Else it would keep the file, once it has it.
      thread.worker.postMessage(CLOSE);
      throw error;
    }
    return thread;
  }

  /** Copies the database at `path`, by a thread of its own, so that queries go on meanwhile. */
  static async backUp(workerFile: string, path: string, backupPath: string): Promise<void> {
    const thread = new SqliteThread(workerFile, { path, backupPath }, QUERY_MS);
    await thread.reply(OPENED, BACKUP_MS);
    await thread.ended;
  }

  get isOpen(): boolean {
    return !this.hasEnded;
  }

  query(sql: string, values: readonly unknown[]): Promise<Rows> {
    const bound = values.map(bindable);
    // libsql takes it for names with values, and ends the whole process.
    if (bound.length === 1 && bound[0] instanceof Uint8Array)
      throw new TypeError('bytes need another value beside them');
    if (this.hasEnded) return Promise.reject(new SqliteError('its thread has ended', undefined));
    if (this.late.size > 0) return Promise.reject(new SqliteError('it is behind', undefined));
    const id = ++this.lastId;
    const reply = this.reply(id, this.queryMs);
    this.worker.postMessage({ id, sql, values: bound });
    return reply;
  }

  /** Resolves when the file is closed, or when that takes too long. */
  async close(): Promise<void> {
    this.worker.postMessage(CLOSE);
    let deadline: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => (deadline = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([this.ended, tooLong]);
    clearTimeout(deadline);
  }

  private reply(id: number, withinMs: number): Promise<Rows> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.waiting.delete(id);
        this.late.add(id);
        reject(new SqliteError('it did not answer in time', undefined));
      }, withinMs);
      this.waiting.set(id, { resolve, reject, deadline });
    });
  }

  private settle(reply: Reply): void {
    if (this.late.delete(reply.id) && this.late.size === 0) {
      // A transaction whose beginning was late has nobody to end it.
      this.worker.postMessage({ id: ++this.lastId, sql: 'rollback', values: [] });
    }
    const asked = this.waiting.get(reply.id);
    if (asked === undefined) return;
    this.waiting.delete(reply.id);
    clearTimeout(asked.deadline);
    if ('error' in reply) asked.reject(new SqliteError(reply.error.message, reply.error.code));
    else asked.resolve(reply);
  }

  private end(why: string): void {
    this.hasEnded = true;
    for (const { reject, deadline } of this.waiting.values()) {
      clearTimeout(deadline);
      reject(new SqliteError(why, undefined));
    }
    this.waiting.clear();
  }
}

/** A value that may be bound: libsql ends the whole process for some others. */
function bindable(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`${typeof value} cannot be kept in a database`);
}
