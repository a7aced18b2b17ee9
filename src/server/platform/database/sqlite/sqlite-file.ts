/** SQLite in the thread that calls: Node's own where it has one, else libsql's. */

/** As much of either as is used. */
export interface SqliteFile {
  exec(sql: string): unknown;
  prepare(sql: string): { all(...values: unknown[]): unknown[] };
  close(): void;
}

type Opened = new (path: string) => SqliteFile;

/** Throws where the file is no database, or cannot be opened. */
export async function openSqliteFile(path: string): Promise<SqliteFile> {
  const file = new (await implementation())(path);
  // Another connection of ours may be writing.
  file.exec('pragma busy_timeout = 1000');
  return file;
}

async function implementation(): Promise<Opened> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) {
    // By a name that the types of Node 20 need not know.
    const name: string = 'node:sqlite';
    const emitWarning = process.emitWarning.bind(process);
    // It says to whoever sits at the terminal that it is an experiment.
    process.emitWarning = () => {};
    try {
      return ((await import(name)) as { DatabaseSync: Opened }).DatabaseSync;
    } finally {
      process.emitWarning = emitWarning;
    }
  }
  const { default: Libsql } = await import('libsql');
  return Libsql;
}

/** SQLite's own number of an error (https://sqlite.org/rescode.html), without what extends it. */
export function resultCodeOf(error: unknown): number | undefined {
  const { errcode, rawCode } = error as { errcode?: unknown; rawCode?: unknown };
  const code = errcode ?? rawCode;
  return typeof code === 'number' ? code & 0xff : undefined;
}
