import { Kysely, PostgresDialect, sql } from 'kysely';
import { DatabaseError, Pool, types, type PoolConfig } from 'pg';
import type { Engine, Migrate, Problem } from '../engine.js';
import type { Tables } from '../schema.js';

const MOST_CONNECTIONS = 4;
const CONNECT_MS = 3_000;
const QUERY_MS = 5_000;
/** How long who changes the tables waits for who uses them, or changes them already, in ms. */
const LOCK_MS = 10_000;
/** Names the lock among those of other programs at the same server. */
const LOCK = 0x6d_61_64_61;
/** The type of `bigint`, which is a text unless somebody says how to read it; ours are times. */
const BIGINT = 20;

/** By PostgreSQL's classes of errors: what is no fault of the query. */
const PROBLEMS: Record<string, Problem> = {
  '08': 'does not answer',
  '25': 'cannot be written',
  '28': 'cannot be opened',
  '3D': 'cannot be opened',
  '40': 'does not answer',
  '53': 'is full',
  '55': 'does not answer',
  '57': 'does not answer',
  '58': 'is damaged',
  XX: 'is damaged',
};

export function postgresEngine(url: string): Engine {
  return {
    async connect() {
      const pool = openPool(url, { max: MOST_CONNECTIONS, query_timeout: QUERY_MS }, [
        // The server gives up, too, and not only who asked.
        `set statement_timeout = ${QUERY_MS}`,
      ]);
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      return {
        db,
        bringUpToDate: (migrate) => onItsOwn(url, migrate),
        isOpen: () => !pool.ended,
        close: () => pool.end(),
      };
    },
    problemOf(error) {
      if (!(error instanceof Error) || error instanceof TypeError) return undefined;
      // What is no answer of the server is the connection's.
      if (!(error instanceof DatabaseError)) return 'does not answer';
      return PROBLEMS[error.code?.slice(0, 2) ?? ''];
    },
  };
}

/**
 * `settings` are statements for each new connection. As parameters of the connection PgBouncer would refuse them.
 */
function openPool(url: string, limits: PoolConfig, settings: readonly string[]): Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'madang',
    ...limits,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT ? Number : (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  // The next query tells of a connection that was lost, by whoever used it, or while nobody did.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    for (const statement of settings) client.query(statement).catch(() => {});
  });
  return pool;
}

/**
 * Changes the tables on connections of its own: on one whose queries are ended it would never be done. All of it is
 * `local`, as PgBouncer may hand out another connection for the next transaction; Kysely's own lock is of a connection.
 */
async function onItsOwn(url: string, migrate: Migrate): Promise<void> {
  const pool = openPool(url, { max: 2 }, []);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await db.transaction().execute(async (lock) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(lock);
      // It waits while another connection makes the change; a server may end whoever waits in a transaction.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(lock);
      await migrate(db, (change) => sql`set local statement_timeout = 0`.execute(change));
    });
  } finally {
    await pool.end();
  }
}
