import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asksForHelp, tellUsage } from './command-line.mjs';
import { checkNodeVersion } from './node-version.mjs';
import { endWithParent } from './parent.mjs';
import { prepare } from './prepare.mjs';
import { root } from './run.mjs';

/**
 * Sets up what is missing, then becomes the program. It runs in this very process, so that
 * signals, exit code and terminal are its own and no end of a parent can leave it behind. The program reads its line,
 * and tells its options itself. Help is no reason to build it: what was built last tells them.
 */
export async function runBuilt(path, usage, installMore = async () => true) {
  checkNodeVersion();
  endWithParent();
  const program = join(root, path);
  if (asksForHelp(process.argv.slice(2))) {
    if (!existsSync(program))
      tellUsage(usage, 'Its options are told here once it is built: npm run build');
  } else if (!(await prepare()) || !(await installMore())) process.exit(1);
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
}
