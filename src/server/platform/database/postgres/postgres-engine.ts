import { Kysely, PostgresDialect } from 'kysely';
import { DatabaseError, Pool, types } from 'pg';
import type { Engine, Problem } from '../engine.js';
import type { Tables } from '../schema.js';

const MOST_CONNECTIONS = 4;
const CONNECT_MS = 3_000;
const QUERY_MS = 5_000;
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
      const pool = new Pool({
        connectionString: url,
        max: MOST_CONNECTIONS,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: QUERY_MS,
        statement_timeout: QUERY_MS,
        application_name: 'madang',
        types: {
          getTypeParser: (oid: number, format?: 'text' | 'binary') =>
            oid === BIGINT
              ? Number
              : (types.getTypeParser(oid, format) as (text: string) => unknown),
        },
      });
      // The next query tells of a connection that was lost, by whoever used it, or while nobody did.
      pool.on('error', () => {});
      pool.on('connect', (client) => client.on('error', () => {}));
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      return { db, isOpen: () => !pool.ended, close: () => pool.end() };
    },
    problemOf(error) {
      if (!(error instanceof Error) || error instanceof TypeError) return undefined;
      // What is no answer of the server is the connection's.
      if (!(error instanceof DatabaseError)) return 'does not answer';
      return PROBLEMS[error.code?.slice(0, 2) ?? ''];
    },
  };
}
