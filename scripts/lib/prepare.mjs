/** From a fresh clone to something that runs: each step does nothing when nothing is missing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildIsStale } from './build.mjs';
import { npm } from './npm.mjs';
import { root } from './run.mjs';

function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Compares what npm noted about node_modules with the lock file. Dates would not do: a checkout
 * or an `npm install` may touch either file in either order.
 */
export function dependenciesAreCurrent(folder = '') {
  const installed = lockedPackages(join(folder, 'node_modules/.package-lock.json'));
  if (installed === undefined) return false;
  return Object.entries(lockedPackages(join(folder, 'package-lock.json'))).every(
    ([path, wanted]) => {
      if (path === '') return true;
      const found = installed[path];
      return found === undefined ? wanted.optional === true : found.version === wanted.version;
    },
  );
}

/** False, with npm's message shown, if npm failed. */
export async function installDependencies() {
  if (dependenciesAreCurrent()) return true;
  process.stdout.write('Installing dependencies (once; this takes a minute) … ');
  // The build needs the development packages even where NODE_ENV says production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(args);
  console.log(code === 0 ? 'done' : `failed\n${output}`);
  return code === 0;
}

/** Dependencies and an up-to-date `dist`; false if that was not possible. */
export async function prepare() {
  return (await installDependencies()) && (!buildIsStale() || (await build()));
}
