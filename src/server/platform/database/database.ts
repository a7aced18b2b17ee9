import type { Kysely } from 'kysely';
import { RoomError } from '../../../protocol/errors.js';
import { NO_DATABASE, type Connection, type Engine, type Migrate, type Problem } from './engine.js';
import { migrate } from './migrations.js';
import type { Tables } from './schema.js';

/** How long after an attempt to open it that failed the next one is made. */
const RETRY_MS = 2_000;
/** For so long whoever asks waits for it to be opened, in ms. */
const WAIT_MS = 5_000;

/** Told when the database has a problem, with the error that told so, and when it has none any more. */
export type ProblemListener = (problem: Problem | undefined, error: unknown) => void;

/**
 * What is kept beside the games, which never wait for it. It is opened when it is first used, and again when
 * it was away; meanwhile whoever asks gets DATABASE_AWAY at once.
 */
export class Database {
  private opening: Promise<Connection> | undefined;
  private failedAt = -Infinity;
  private current: Problem | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly changed: ProblemListener = () => {},
    private readonly now: () => number = () => performance.now(),
    private readonly bringUpToDate: Migrate = migrate,
  ) {}

  /** What is wrong with it, as far as is known. */
  get problem(): Problem | undefined {
    return this.current;
  }

  /** Whether it is missed, as far as is known. */
  get isAway(): boolean {
    return this.current !== undefined && this.current !== NO_DATABASE;
  }

  /** Whether no database can be, so that housekeeping has nothing to do. */
  get isNone(): boolean {
    return this.engine.isNone === true;
  }

  /** Opens it, and tells the listener of a problem; never rejects. */
  async open(): Promise<void> {
    await this.connection().catch(() => {});
  }

  /** Runs queries. Rejects with DATABASE_AWAY, and with whatever else `work` throws. */
  async run<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const { db } = await this.connection();
    try {
      const result = await work(db);
      this.note(undefined, undefined);
      return result;
    } catch (error) {
      throw this.refusal(error);
    }
  }

  /** The same, all or nothing. */
  transact<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.run((db) => db.transaction().execute(work));
  }

  async close(): Promise<void> {
    const { opening } = this;
    this.opening = undefined;
    this.failedAt = Infinity;
    await opening?.then(
      (connection) => connection.close(),
      () => {},
    );
  }

  private async connection(): Promise<Connection> {
    const open = this.opening && (await this.withinWait(this.opening));
    if (open !== undefined && !open.isOpen()) this.opening = undefined;
    if (this.opening === undefined) {
      if (this.now() - this.failedAt < RETRY_MS) throw away(this.current);
      this.opening = this.connect();
    }
    return this.withinWait(this.opening);
  }

  /** A change of the tables may take long, and nobody waits for it. */
  private async withinWait(opening: Promise<Connection>): Promise<Connection> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(away('is being brought up to date')), WAIT_MS);
    });
    return Promise.race([opening, late]).finally(() => clearTimeout(timer));
  }

  private async connect(): Promise<Connection> {
    let connection: Connection | undefined;
    const late = setTimeout(() => this.note('is being brought up to date', undefined), WAIT_MS);
    try {
      connection = await this.engine.connect();
      await connection.bringUpToDate(this.bringUpToDate);
      this.note(undefined, undefined);
      return connection;
    } catch (error) {
      this.opening = undefined;
      this.failedAt = this.now();
      await connection?.close().catch(() => {});
      throw this.refusal(error);
    } finally {
      clearTimeout(late);
    }
  }

  private refusal(error: unknown): unknown {
    if (error instanceof RoomError) return error;
    if (hasNul(error)) return new RoomError('BAD_REQUEST', 'a text has U+0000 in it');
    const problem = isFromNewer(error)
      ? 'was changed by a newer version of Madang'
      : this.engine.problemOf(error);
    if (problem === undefined) return error;
    this.note(problem, error);
    return away(problem);
  }

  private note(problem: Problem | undefined, error: unknown): void {
    if (problem === this.current) return;
    this.current = problem;
    this.changed(problem, error);
  }
}

/** What Kysely says of migrations that it does not know. */
function isFromNewer(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations');
}

/** What PostgreSQL says of a text that it can neither keep nor compare. */
function hasNul(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '22021';
}

function away(problem: Problem | undefined): RoomError {
  return new RoomError('DATABASE_AWAY', `the database ${problem ?? 'is closed'}`);
}
