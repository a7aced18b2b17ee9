/** The thread of an SQLite database: every query holds up this thread, and not the games. */
import { parentPort, workerData } from 'node:worker_threads';
import { CLOSE, OPENED, type Reply, type QueryRequest, type WorkerSettings } from './messages.js';
import { openSqliteFile, resultCodeOf, type SqliteFile } from './sqlite-file.js';

const { path, backupPath } = workerData as WorkerSettings;

function reply(message: Reply): void {
  parentPort?.postMessage(message);
}

function failure(id: number, error: unknown): Reply {
  return { id, error: { message: String(error), code: resultCodeOf(error) } };
}

/** Held as long as this thread lives, and by nobody when its process was killed. */
async function lock(): Promise<SqliteFile> {
  const held = await openSqliteFile(`${path}.lock`);
  held.exec('begin exclusive');
  return held;
}

async function openForQueries(): Promise<SqliteFile> {
  const file = await openSqliteFile(path);
  file.exec('pragma journal_mode = wal');
  file.exec('pragma synchronous = full');
  file.exec('pragma foreign_keys = on');
  // What is searched is lower-case already.
  file.exec('pragma case_sensitive_like = on');
  return file;
}

function answer(file: SqliteFile, { id, sql, values }: QueryRequest): Reply {
  try {
    const rows = file.prepare(sql).all(...values);
    const [changed] = file.prepare('select changes() as n').all() as { n: number }[];
    return { id, rows, changes: changed?.n ?? 0 };
  } catch (error) {
    return failure(id, error);
  }
}

async function serve(): Promise<void> {
  const held = await lock();
  const file = await openForQueries();
  parentPort?.on('message', (message: QueryRequest | typeof CLOSE) => {
    if (message !== CLOSE) return reply(answer(file, message));
    file.close();
    held.close();
    parentPort?.close();
  });
}

async function backUp(into: string): Promise<void> {
  const file = await openSqliteFile(path);
  try {
    file.prepare('vacuum into ?').all(into);
  } finally {
    file.close();
  }
}

try {
  await (backupPath === undefined ? serve() : backUp(backupPath));
  reply({ id: OPENED, rows: [], changes: 0 });
} catch (error) {
  reply(failure(OPENED, error));
  parentPort?.close();
}
