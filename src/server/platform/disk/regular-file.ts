/** Reads files of the data folder, where somebody else may have put anything under their names. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

/** A pipe that nobody writes into would otherwise hold the one who opens it without an end. Windows has no such flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The text of a file. Throws where it is no regular file, or is larger than that. */
export async function readRegular(path: string, mostBytes: number): Promise<string> {
  const handle = await open(path, FLAGS);
  try {
    check(path, await handle.stat(), mostBytes);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

export function readRegularSync(path: string, mostBytes: number): string {
  const file = openSync(path, FLAGS);
  try {
    check(path, fstatSync(file), mostBytes);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function check(path: string, stats: Stats, mostBytes: number): void {
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
  if (stats.size > mostBytes)
    throw new Error(`${path} has ${stats.size} bytes, and ${mostBytes} at most are read`);
}
