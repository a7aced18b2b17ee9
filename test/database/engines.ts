import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, type ProblemListener } from '../../src/server/platform/database/database.js';
import type { Engine } from '../../src/server/platform/database/engine.js';
import { postgresEngine } from '../../src/server/platform/database/postgres/postgres-engine.js';
import { sqliteEngine } from '../../src/server/platform/database/sqlite/sqlite-engine.js';
import { newDatabaseUrl } from '../support/shared-postgres.js';

/** A thread loads no TypeScript. */
export const WORKER_FILE = join(
  import.meta.dirname,
  '../../dist/src/server/platform/database/sqlite/worker.js',
);

export type EngineKind = 'SQLite' | 'PostgreSQL';
export const ENGINES: EngineKind[] = ['SQLite', 'PostgreSQL'];

/** A row of `host`, whole. */
export const A_HOST = {
  id: 'a',
  role: 'admin',
  created_at: 1_700_000_000_000,
  seen_at: 0,
  name: null,
  login: null,
  password: null,
  disabled_at: null,
  device_era: null,
} as const;

export interface TestDatabase {
  database: Database;
  engine: Engine;
  /** The file of an SQLite database, or the URL of a PostgreSQL one. */
  place: string;
  close: () => Promise<void>;
}

/** An empty database with all tables. */
export async function testDatabase(
  kind: EngineKind,
  changed?: ProblemListener,
): Promise<TestDatabase> {
  const dir = mkdtempSync(join(tmpdir(), 'madang-bank-'));
  const place = kind === 'SQLite' ? join(dir, 'madang.db') : await newDatabaseUrl();
  const engine = kind === 'SQLite' ? sqliteEngine(WORKER_FILE, place) : postgresEngine(place);
  const database = new Database(engine, changed);
  return {
    database,
    engine,
    place,
    close: async () => {
      await database.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
