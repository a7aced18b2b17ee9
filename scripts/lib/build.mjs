/** What `dist` is made of, and when it is out of date. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundleServer } from './bundle.mjs';
import { packFiles } from './pack-files.mjs';
import { capture, root, toolPath } from './run.mjs';
import { makeWords, WordsFault } from './words.mjs';

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

/** Builds the named parts side by side; false, with the tools' messages shown, if one failed. */
export async function build(names = Object.keys(parts)) {
  // The files that this writes below src are older than the build, which they would make stale.
  try {
    makeWords();
  } catch (error) {
    if (!(error instanceof WordsFault)) throw error;
    console.log(error.message);
    return false;
  }
  const began = Date.now();
  process.stdout.write(`Building ${names.join(' and ')} … `);
  const results = await Promise.all(names.map((name) => parts[name]()));
  const failed = results.filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    console.log(`failed\n${failed.map(({ output }) => output).join('\n')}`);
    return false;
  }
  console.log(`done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  if (names.length === Object.keys(parts).length) {
    writeFileSync(join(root, STAMP), '');
    // The start, not the end: a file saved while the build ran makes the build stale.
    utimesSync(join(root, STAMP), began / 1000, began / 1000);
  }
  return true;
}

/** Below a source folder, but no sources. */
const NO_SOURCES = ['node_modules', 'reports'];

/** Folders count too: deleting or renaming a file changes only the folder. */
function newestChange(path) {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path)
    .filter((name) => !NO_SOURCES.includes(name))
    .map((name) => newestChange(join(path, name)));
  return Math.max(stats.mtimeMs, ...inside);
}

/** Whether something is missing in the `dist` of this folder, or older than what it is made of. */
export function buildIsStale(folder = root) {
  const made = [STAMP, ...MADE].map((path) => join(folder, path));
  if (made.some((path) => !existsSync(path))) return true;
  const configs = readdirSync(folder).filter((name) => /^tsconfig.*\.json$/.test(name));
  const changes = [...SOURCES, ...configs].map((path) => newestChange(join(folder, path)));
  return Math.max(...changes) > statSync(made[0]).mtimeMs;
}
