import { join } from 'node:path';

export const CHILD_FILES = Symbol('CHILD_FILES');

/** The programs of the child processes; none of them loads TypeScript. */
export interface ChildFiles {
  encoder: string;
  reader: string;
}

/** As they are compiled into `dir`, which is `dist/src`. */
export function childFilesIn(dir: string): ChildFiles {
  return {
    encoder: join(dir, 'quiz/images/encode-process.js'),
    reader: join(dir, 'quiz/files/read-process.js'),
  };
}
