import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNodeVersion } from './node-version.mjs';
import { endWithParent } from './parent.mjs';
import { prepare } from './prepare.mjs';
import { root } from './run.mjs';

/**
 * Sets up what is missing, then becomes the program. It runs in this very process, so that
 * signals, exit code and terminal are its own and no end of a parent can leave it behind.
 */
export async function runBuilt(path) {
  checkNodeVersion();
  endWithParent();
  if (!(await prepare())) process.exit(1);
  process.argv[1] = join(root, path);
  await import(pathToFileURL(process.argv[1]).href);
}
