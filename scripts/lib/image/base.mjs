/** A stand-in for `node:24-slim` where no registry of images answers: Debian by debootstrap, Node.js from the npm registry. */
import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackage } from '../package/registry.mjs';
import { packagesFor } from '../package/targets.mjs';

const RELEASE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
/** Behind a proxy that signs for all hosts, `npm ci` has to trust what this machine trusts. */
const AUTHORITIES = 'etc/ssl/certs/ca-certificates.crt';

/** Makes the base as a folder, with Node.js, this machine's npm and the user `node`; `run` throws what fails. */
export async function makeBase(folder, run) {
  await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    RELEASE,
    folder,
    MIRROR,
  ]);
  const { node } = packagesFor(`linux-${process.arch}`);
  await unpackPackage(node, join(folder, 'opt/node'));
  const local = join(folder, 'usr/local');
  cpSync(join(folder, 'opt/node/bin/node'), join(local, 'bin/node'));
  chmodSync(join(local, 'bin/node'), 0o755);
  const modules = join(local, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(join(process.env.npm_execpath, '../..'), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  cpSync(join('/', AUTHORITIES), join(folder, AUTHORITIES));
  const user = ['--uid', '1000', '--gid', 'node', '--create-home', 'node'];
  await run('chroot', [folder, 'groupadd', '--gid', '1000', 'node']);
  await run('chroot', [folder, 'useradd', ...user]);
}
