/** `npm run load -- <experiment> [options]`: the load laboratory, with what only it needs installed. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNodeVersion } from './lib/node-version.mjs';
import { installLoadPackages } from './lib/load-packages.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

checkNodeVersion();
endWithParent();
if (!(await prepare())) process.exit(1);
const lab = pathToFileURL(join(root, 'dist/load-test/lab/'));
const { needsPackages } = await import(new URL('lab.js', lab).href);
if (needsPackages(process.argv.slice(2)) && !(await installLoadPackages())) process.exit(1);
await import(new URL('main.js', lab).href);
