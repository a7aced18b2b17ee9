import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import type { Engine, Problem } from '../engine.js';
import type { Tables } from '../schema.js';
import { SqliteError, SqliteThread } from './sqlite-thread.js';
import { threadDialect } from './thread-dialect.js';

/** By SQLite's result codes. */
const PROBLEMS: Record<number, Problem> = {
  5: 'is in use by another process',
  6: 'is in use by another process',
  8: 'cannot be written',
  10: 'cannot be written',
  11: 'is damaged',
  13: 'is full',
  14: 'cannot be opened',
  26: 'is damaged',
};

/** One file, which only one process at a time opens. `queryMs` bounds a query, as in SqliteThread. */
export function sqliteEngine(workerFile: string, path: string, queryMs?: number): Engine {
  return {
    async connect() {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const thread = await SqliteThread.open(workerFile, path, queryMs);
      const db = new Kysely<Tables>({ dialect: threadDialect(thread) });
      // Not by Kysely, which closes nothing where nothing was asked.
      return {
        db,
        bringUpToDate: (migrate) => migrate(db),
        isOpen: () => thread.isOpen,
        close: () => thread.close(),
      };
    },
    problemOf(error) {
      if (!(error instanceof SqliteError)) return isOfFiles(error) ? 'cannot be opened' : undefined;
      return error.code === undefined ? 'does not answer' : PROBLEMS[error.code];
    },
  };
}

function isOfFiles(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}
