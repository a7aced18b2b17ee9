/** `npm run load -- <experiment> [options]`: the load laboratory, with what only it needs installed. */
import { join } from 'node:path';
import { checkNodeVersion } from './lib/node-version.mjs';
import { installLoadPackages } from './lib/load-packages.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

checkNodeVersion();
if (!(await prepare())) process.exit(1);
const { needsPackages } = await import(join(root, 'dist/load-test/lab/lab.js'));
if (needsPackages(process.argv.slice(2)) && !(await installLoadPackages())) process.exit(1);
await import(join(root, 'dist/load-test/lab/main.js'));
