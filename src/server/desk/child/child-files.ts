import { join } from 'node:path';

export const CHILD_FILES = Symbol('CHILD_FILES');

/** The programs of the child processes; none of them loads TypeScript. */
export interface ChildFiles {
  encoder: string;
  reader: string;
}

/** As they are compiled into `dir`, which is `dist/src/server`. */
export function childFilesIn(dir: string): ChildFiles {
  return {
    encoder: join(dir, 'desk/pictures/encode-process.js'),
    reader: join(dir, 'desk/files/read-process.js'),
  };
}
