import type { Kysely } from 'kysely';
import type { Tables } from './schema.js';

/** Why a database cannot be used now, as whoever runs the server reads it. */
export type Problem =
  | 'does not answer'
  | 'is full'
  | 'is damaged'
  | 'cannot be written'
  | 'cannot be opened'
  | 'is in use by another process'
  | 'was changed by a newer version of Madang'
  | 'is being brought up to date'
  | typeof NO_DATABASE;

/** Nobody has set one up, which is no fault. */
export const NO_DATABASE = 'is not there: several processes need DATABASE_URL';

/** Changes the tables; `prepare` runs before each change, in its transaction. */
export type Migrate = (
  db: Kysely<Tables>,
  prepare?: (db: Kysely<unknown>) => Promise<unknown>,
) => Promise<void>;

/** An open database. */
export interface Connection {
  db: Kysely<Tables>;
  /** Runs what changes the tables, which may take as long as it takes. */
  bringUpToDate(migrate: Migrate): Promise<void>;
  /** False when it has to be opened again. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/** One kind of database. */
export interface Engine {
  /** Set only where no database can be. */
  isNone?: true;
  /** Opens it, and rejects where that fails; the tables are the caller's concern. */
  connect(): Promise<Connection>;
  /** What an error of it means; undefined where the query is at fault, which is a bug. */
  problemOf(error: unknown): Problem | undefined;
}

/** Where no database can be: every attempt meets the same problem. */
export function noEngine(problem: Problem): Engine {
  return {
    isNone: true,
    connect: () => Promise.reject(new Error(problem)),
    problemOf: () => problem,
  };
}
