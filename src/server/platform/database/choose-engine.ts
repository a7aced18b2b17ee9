import type { Engine } from './engine.js';
import { NO_DATABASE, noEngine } from './engine.js';
import { postgresEngine } from './postgres/postgres-engine.js';
import { sqliteEngine } from './sqlite/sqlite-engine.js';

export interface DatabaseSettings {
  /** A PostgreSQL. */
  url: string | undefined;
  /** Whether rooms are shared with other processes, which a file cannot be. */
  isShared: boolean;
  path: string;
  /** The built `sqlite/worker.ts`. */
  workerFile: string;
}

/** The database that the settings ask for: a PostgreSQL, or one file where there is one process. */
export function chooseEngine({ url, isShared, path, workerFile }: DatabaseSettings): Engine {
  if (url !== undefined) return postgresEngine(url);
  if (isShared) return noEngine(NO_DATABASE);
  return sqliteEngine(workerFile, path);
}
