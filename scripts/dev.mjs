/** `npm run dev`: rebuilds on every save and restarts the server; the page needs a reload. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { copyData, DATA_DIRS } from './lib/build.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, toolPath } from './lib/run.mjs';

checkNodeVersion();
endWithParent();
if (!(await prepare())) process.exit(1);

// A browser at each restart would be too many.
process.env.OPEN ||= 'false';

const dataWatchers = DATA_DIRS.map((dir) => watch(join(root, dir), copyData));

const children = [
  [toolPath('typescript', 'tsc'), '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
  [toolPath('vite'), 'build', '--watch', '--logLevel', 'warn'],
  ['--watch', '--watch-preserve-output', 'dist/src/server/main.js'],
].map((args) =>
  spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }),
);

let stopping = false;

/** One gone is all gone: half a development server is only confusing. */
function stop() {
  if (stopping) return;
  stopping = true;
  for (const watcher of dataWatchers) watcher.close();
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
