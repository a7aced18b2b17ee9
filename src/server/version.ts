import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiled to `dist/src/server`. */
const PACKAGE_FILE = join(import.meta.dirname, '../../../package.json');

/** The version of this program, as its package says. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string }).version;
}
