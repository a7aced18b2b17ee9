import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The same from the sources and from `dist`, which has no such file. */
export const PROJECT_ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'ecosystem.config.js')) ? folder : findRoot(dirname(folder));
}
