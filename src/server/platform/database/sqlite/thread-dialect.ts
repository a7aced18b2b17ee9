import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { SqliteThread } from './sqlite-thread.js';

/** SQLite takes back a change of the tables that was cut short, too. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite, with the database in a thread. */
export function threadDialect(thread: SqliteThread): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new ThreadDriver(thread),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ThreadConnection implements DatabaseConnection {
  constructor(private readonly thread: SqliteThread) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.thread.query(sql, parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  streamQuery(): never {
    throw new Error('there is no streaming from the thread');
  }
}

/** There is one connection, and who has it keeps it to the end of a transaction. */
class ThreadDriver implements Driver {
  private readonly connection: ThreadConnection;
  private readonly queue: (() => void)[] = [];
  private isTaken = false;

  constructor(private readonly thread: SqliteThread) {
    this.connection = new ThreadConnection(thread);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.isTaken) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.isTaken = true;
    return this.connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.queue.shift();
    if (next === undefined) this.isTaken = false;
    else next();
  }

  async beginTransaction(): Promise<void> {
    await this.thread.query('begin immediate', []);
  }

  async commitTransaction(): Promise<void> {
    await this.thread.query('commit', []);
  }

  /** What met a full disk, SQLite has taken back by itself: then there is none any more. */
  async rollbackTransaction(): Promise<void> {
    try {
      await this.thread.query('rollback', []);
    } catch (error) {
      if (!String(error).includes('no transaction is active')) throw error;
    }
  }

  async destroy(): Promise<void> {
    await this.thread.close();
  }
}
