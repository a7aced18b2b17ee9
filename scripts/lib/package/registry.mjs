/** Files of packages for other systems than this one, which `npm ci` leaves out. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.mjs';
import { capture, root } from '../run.mjs';

const CACHE = join(root, 'dist/packages/.cache');

function isWhole(file, integrity) {
  if (!existsSync(file)) return false;
  const [kind, sum] = integrity.split(/-(.*)/);
  return createHash(kind).update(readFileSync(file)).digest('base64') === sum;
}

/** Fetches a package once and unpacks it into `into`; throws where its file is not the one that is meant. */
export async function unpackPackage({ name, version, integrity }, into) {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (!isWhole(file, integrity)) {
    rmSync(file, { force: true });
    const args = ['pack', `${name}@${version}`, `--pack-destination=${CACHE}`, '--loglevel=error'];
    const { code, output } = await npm(args);
    if (code !== 0) throw new Error(`${name} ${version} could not be fetched\n${output}`);
    if (!isWhole(file, integrity))
      throw new Error(`${name} ${version} is not the file whose check sum is kept here`);
  }
  mkdirSync(into, { recursive: true });
  const { code, output } = await capture('tar', ['-xzf', file, '--strip-components=1'], {
    cwd: into,
  });
  if (code !== 0) throw new Error(output);
}
