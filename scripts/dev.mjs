import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { copyData, countAsStale, DATA_DIRS } from './lib/build.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, toolPath } from './lib/run.mjs';
import { CATALOGUES, makeWords, WordsFault } from './lib/words.mjs';
import { readLine } from './lib/command-line.mjs';

const { flags } = readLine({
  name: 'dev',
  flags: { '--keys': 'pages show the keys of their words in place of them' },
  about: 'Rebuilds on every save and restarts the server; the page needs a reload.',
});

checkNodeVersion();
endWithParent();
const showsKeys = flags.has('--keys');
if (showsKeys) process.env.WORDS = 'keys';
if (!(await prepare())) process.exit(1);
// Its tools write into `dist` at every save, and nobody knows of which sources.
countAsStale();
makeWords();
copyData();

// A browser at each restart would be too many.
process.env.OPEN ||= 'false';

const dataWatchers = DATA_DIRS.map((dir) => watch(join(root, dir), copyData));

const run = (...args) =>
  spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
const bundle = () => run(toolPath('vite'), 'build', '--watch', '--logLevel', 'warn');

const children = new Set([
  run(
    toolPath('typescript', 'tsc'),
    '-p',
    'tsconfig.build.json',
    '--watch',
    '--preserveWatchOutput',
  ),
  run('--watch', '--watch-preserve-output', 'dist/src/server/main.js'),
]);
let bundler = bundle();
children.add(bundler);

/** The bundler names pages and their words by what is in them when it starts, so that it starts anew. */
function remakeWords() {
  try {
    makeWords();
  } catch (error) {
    if (!(error instanceof WordsFault)) throw error;
    console.error(error.message);
    return;
  }
  children.delete(bundler);
  bundler.off('exit', stop);
  bundler.kill('SIGTERM');
  bundler = bundle();
  bundler.on('exit', stop);
  children.add(bundler);
}

/** An editor may write a file in several steps. */
const SETTLED_MS = 100;
let settling;
const catalogues = watch(CATALOGUES, { recursive: true }, (_event, name) => {
  if (name === null || /^(?:made\b|\.)/.test(name)) return;
  clearTimeout(settling);
  settling = setTimeout(remakeWords, SETTLED_MS);
});

let stopping = false;

/** One gone is all gone: half a development server is only confusing. */
function stop() {
  if (stopping) return;
  stopping = true;
  for (const watcher of [...dataWatchers, catalogues]) watcher.close();
  clearTimeout(settling);
  for (const child of children) child.kill('SIGTERM');
  // The next build is to have words again.
  if (showsKeys) makeWords({ keysOnly: false });
}
for (const child of children) child.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
