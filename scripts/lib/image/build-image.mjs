/** Builds the image of the Dockerfile by buildah, without an engine, and lays out its files and its settings. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, root } from '../run.mjs';
import { makeBase } from './base.mjs';

export const IMAGE = join(tmpdir(), 'madang-image');
const FILES = join(IMAGE, 'files');
const STORE = [
  '--root',
  join(IMAGE, 'store'),
  '--runroot',
  join(IMAGE, 'run'),
  '--storage-driver',
  'vfs',
];
const BASE = /^FROM (\S+)/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))[1];

async function run(command, args) {
  const { code, stdout, output } = await capture(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${output}`);
  return stdout.trim();
}

const buildah = (...args) => run('buildah', [...STORE, ...args]);

/** True where a registry has it, and false where a stand-in was made. */
async function fetchBase() {
  const name = `docker.io/library/${BASE}`;
  const pulled = await capture('buildah', [...STORE, 'pull', '--quiet', name]);
  if (pulled.code === 0) return true;
  const folder = join(IMAGE, 'base');
  await makeBase(folder, run);
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, folder, '/');
  const trust = 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt';
  await buildah('config', '--env', trust, '--cmd', 'node', container);
  await buildah('commit', '--quiet', container, name);
  return false;
}

/** Resolves with whether the base is the real one; the files are in `files`, the settings in `image.json`. */
export async function buildImage() {
  rmSync(IMAGE, { recursive: true, force: true });
  mkdirSync(IMAGE, { recursive: true });
  const isReal = await fetchBase();
  // Health checks are in Docker's format only.
  const how = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host', '--pull-never'];
  await buildah('bud', ...how, '--tag', 'madang', root);
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'madang'));
  writeFileSync(join(IMAGE, 'image.json'), JSON.stringify(Docker.config));
  const container = await buildah('from', '--pull-never', 'madang');
  const mounted = await buildah('mount', container);
  await run('cp', ['-a', mounted, FILES]);
  // Each layer of this store is a whole copy.
  for (const folder of ['store', 'run', 'base'])
    rmSync(join(IMAGE, folder), { recursive: true, force: true });
  return isReal;
}
