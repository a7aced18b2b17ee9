import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { greeting, keyLinks, type Greeted } from './greeting.js';

export interface Terminal {
  /** Whether standard output is a terminal; else it is a log, which others may read and collectors keep. */
  isTerminal: boolean;
  dataDir: string;
}

/**
 * The greeting. The operator's key is told to a terminal only; where there is none, it goes into a file that is its
 * user's alone, and the greeting names the file.
 */
export function greetingFor(greeted: Greeted, { isTerminal, dataDir }: Terminal): string {
  const links = keyLinks(greeted);
  if (isTerminal || links === '') return greeting(greeted);
  const file = resolve(dataDir, 'operator-links');
  const draft = join(dataDir, `operator-links.${randomUUID()}`);
  try {
    writeFileSync(draft, links, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
    return greeting({ ...greeted, keyFile: file });
  } catch (error) {
    rmSync(draft, { force: true });
    return greeting({ ...greeted, keyFile: file, noKeyFile: (error as Error).message });
  }
}
