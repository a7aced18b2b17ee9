/** What `dist` is made of, and when it is out of date. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundleServer } from './bundle.mjs';
import { packFiles } from './pack-files.mjs';
import { capture, root, toolPath } from './run.mjs';
import { makeWords, WordsFault } from './words.mjs';

/** Has the fingerprint of what the whole `dist` was made of. */
const STAMP = 'dist/.built';
/** What starts and what is shown; a build that was cut short may have left neither. */
const MADE = ['dist/server/main.js', 'dist/web/index.en.html'];
const SOURCES = [
  'src',
  'load-test',
  'scripts/lib/build.mjs',
  'scripts/lib/bundle.mjs',
  'scripts/lib/pack-files.mjs',
  'scripts/lib/words.mjs',
  'vite.config.ts',
  'package-lock.json',
];
/** Below a source folder, but no sources. The words are made of the catalogues, which are. */
const NO_SOURCES = ['load-test/node_modules', 'load-test/reports', 'src/i18n/made'];

/** What the server reads at run time; tsc does not copy it. */
export const DATA_DIRS = [
  'src/server/live/moderation/words',
  'src/server/desk/sets/bank/sets',
  'src/server/live/store/redis/lua',
  'src/web/styles',
  'src/i18n/made/server',
];

export function copyData() {
  for (const dir of DATA_DIRS) {
    const copy = join(root, 'dist', dir);
    // A file that was renamed must not stay behind.
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(root, dir), copy, { recursive: true });
  }
}

async function buildServer() {
  // tsc trusts its build info and would emit nothing into a folder that was emptied by hand.
  if (!existsSync(join(root, 'dist/src/server/main.js'))) {
    rmSync(join(root, 'dist/.tsbuildinfo'), { force: true });
  }
  const result = await capture(process.execPath, [
    toolPath('typescript', 'tsc'),
    '--project',
    'tsconfig.build.json',
  ]);
  if (result.code !== 0) return result;
  copyData();
  return bundleServer().then(
    () => result,
    (error) => ({ ...result, code: 1, output: String(error) }),
  );
}

/** For as long after the next build, processes that were not replaced at once have their files. */
const KEPT_MS = 48 * 3600 * 1000;

/**
 * The folder of pages is replaced by the next one. The files of the builds before stay beside it, as pages that are
 * open, and processes that still run, ask for them: of the last one, and of those that were replaced not long ago.
 */
export function swapIn(next, web) {
  const before = `${web}-before/assets`;
  if (existsSync(web)) {
    mkdirSync(before, { recursive: true });
    for (const name of readdirSync(before)) {
      const path = join(before, name);
      if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path);
    }
    // Each copy is as old as the time since which its build is none of now.
    cpSync(join(web, 'assets'), before, { recursive: true });
    rmSync(web, { recursive: true });
  }
  renameSync(next, web);
}

/** Built beside and swapped in: pages are served while a new build runs. */
async function buildWeb() {
  const [web, next] = ['dist/web', 'dist/web-next'].map((dir) => join(root, dir));
  const args = ['build', '--logLevel', 'warn', '--outDir', next];
  // Else vite would build for development where the caller says so, as tests do: 13 kB more for a phone.
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = await capture(process.execPath, [toolPath('vite'), ...args], { env });
  if (result.code === 0) {
    await packFiles(next);
    swapIn(next, web);
  }
  return result;
}

const parts = { server: buildServer, web: buildWeb };

/** Below this path, in an order that does not depend on the file system. */
function filesIn(folder, path) {
  if (NO_SOURCES.includes(path)) return [];
  const stats = statSync(join(folder, path), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name) => filesIn(folder, `${path}/${name}`));
}

/**
 * A digest of the names and contents of all sources. Their dates say too little: a checkout, an archive and a clock
 * that was set give a new file an old date, and a file that was only written again a new one.
 */
function fingerprint(folder) {
  const configs = readdirSync(folder).filter((name) => /^tsconfig.*\.json$/.test(name));
  const hash = createHash('sha256');
  // Such a build shows the keys of words in place of them (`npm run dev -- --keys`).
  hash.update(process.env.WORDS === 'keys' ? 'keys' : '');
  for (const path of [...SOURCES, ...configs.sort()].flatMap((one) => filesIn(folder, one))) {
    const content = readFileSync(join(folder, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function readStamp(folder) {
  const path = join(folder, STAMP);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Says that the `dist` of this folder is made of its sources, those of now unless a fingerprint is given. */
export function countAsBuilt(folder = root, made = fingerprint(folder)) {
  writeFileSync(join(folder, STAMP), made);
}

/** For what changes `dist` in its own way, so that nobody takes it for a whole build. */
export function countAsStale(folder = root) {
  rmSync(join(folder, STAMP), { force: true });
}

/** Whether something is missing in the `dist` of this folder, or made of other sources. */
export function buildIsStale(folder = root) {
  if (MADE.some((path) => !existsSync(join(folder, path)))) return true;
  return readStamp(folder) !== fingerprint(folder);
}

/** Builds the named parts side by side; false, with the tools' messages shown, if one failed. */
export async function build(names = Object.keys(parts)) {
  try {
    makeWords();
  } catch (error) {
    if (!(error instanceof WordsFault)) throw error;
    console.log(error.message);
    return false;
  }
  const began = Date.now();
  process.stdout.write(`Building ${names.join(' and ')} … `);
  // Before a tool reads them: a file that is saved while the build runs makes it stale.
  const sources = fingerprint(root);
  const isWhole = names.length === Object.keys(parts).length || readStamp(root) === sources;
  countAsStale();
  const results = await Promise.all(names.map((name) => parts[name]()));
  const failed = results.filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    console.log(`failed\n${failed.map(({ output }) => output).join('\n')}`);
    return false;
  }
  console.log(`done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  if (isWhole) countAsBuilt(root, sources);
  return true;
}
