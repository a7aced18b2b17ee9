import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OWN_DIR = 0o700;
const OWN_FILE = 0o600;
/** As `npm run cluster` leaves it where PostgreSQL's user has to get through to its own folder. */
const PASSED_THROUGH = 0o710;
const FOR_OTHERS = 0o077;
/**
 * The database with what SQLite puts beside it, and its copies; the key that signs identities; which process has the
 * folder, and at which port.
 */
const KEPT =
  /^(?:secret|operator-links|port|running\.(?:json|lock)|madang.*\.db(?:-wal|-shm|\.lock|\.part)?)$/;

let maskBefore: number | undefined;

/** From now on what this process writes is its user's alone. Windows knows no such modes, and goes by folders. */
export function writePrivately(): void {
  maskBefore ??= process.umask(FOR_OTHERS);
}

/** For a socket, which is to be reached as the operator's umask has it. */
export function openAsBefore(path: string): void {
  if (maskBefore !== undefined) chmodSync(path, 0o777 & ~maskBefore);
}

/**
 * Makes the folder of what is kept, and takes from others what an older version let them read. Returns what could
 * not be taken from them, as it is another user's: a reason to say so, and none not to start.
 */
export function makePrivate(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: OWN_DIR });
  const backups = join(dataDir, 'backups');
  const files = [dataDir, backups].flatMap((dir) =>
    namesIn(dir).flatMap((name) => (KEPT.test(name) ? [join(dir, name)] : [])),
  );
  const folders = [dataDir, backups].filter(
    (dir) => existsSync(dir) && (statSync(dir).mode & 0o777) !== PASSED_THROUGH,
  );
  return [
    ...folders.filter((dir) => !narrow(dir, OWN_DIR)),
    ...files.filter((file) => !narrow(file, OWN_FILE)),
  ];
}

/** Nothing where there is no such folder, or another user's. */
function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function narrow(path: string, mode: number): boolean {
  try {
    if ((statSync(path).mode & FOR_OTHERS) !== 0) chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
