import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readRegularSync } from '../disk/regular-file.js';
import { syncFolderSync } from '../disk/sync-folder.js';

/** A shorter secret can be guessed, and with it the operator's key, every session and every link can be computed. */
export const LEAST_SECRET = 16;
const MOST_BYTES = 64 * 1024;

/** Whether a secret may be used. A file that a power cut has left may have zero bytes in place of its text. */
export const isSecret = (text: string): boolean =>
  !text.includes('\0') && text.trim().length >= LEAST_SECRET;

/**
 * The signing secret of this installation: made once, so that a restart leaves identities valid. Throws where the file
 * is there and cannot be used: with another secret all sessions would end, which only the operator may decide.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) make(dataDir, file);
  const secret = read(file).trim();
  if (isSecret(secret)) return secret;
  throw new Error(
    `${file} has no secret of at least ${LEAST_SECRET} characters, as after a power cut or a copy that was cut short. ` +
      'Put back the file of a backup, or delete it: then the next start makes another secret, and all sessions, links and tickets end.',
  );
}

function read(file: string): string {
  try {
    return readRegularSync(file, MOST_BYTES);
  } catch (error) {
    throw new Error(
      `the secret cannot be read (${(error as Error).message}). ` +
        'The file has to belong to the user that runs the server; with another secret all sessions would end.',
      { cause: error },
    );
  }
}

/** Appears whole and with its bytes on the disk, and is left alone where another process at the same time was faster. */
function make(dataDir: string, file: string): void {
  const draft = `${file}.${randomUUID()}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(handle, randomBytes(32).toString('base64url'));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  try {
    syncFolderSync(dataDir);
  } catch {
    // Some network file systems sync no folders.
  }
}
