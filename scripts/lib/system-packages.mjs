/** The Debian packages that tests and the cluster need beside Node.js. */
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './run.mjs';

/** Chromium without its windows, which takes a third less CPU, and fonts so that names and emoji show. */
export const BROWSER_PACKAGES = [
  'chromium-headless-shell',
  'fonts-noto-color-emoji',
  'fonts-noto-cjk',
];

/** Packages known by the command that they bring, however it came onto the machine. */
const COMMANDS = [
  'caddy',
  'chromium-headless-shell',
  'haproxy',
  'nginx',
  'pgbouncer',
  'prometheus',
  'redis-server',
];
/** Those that run as a service of the system from their installation on. */
const SERVICES = [
  'caddy',
  'haproxy',
  'nginx',
  'pgbouncer',
  'postgresql',
  'prometheus',
  'redis-server',
];
const POSTGRES_DIR = '/usr/lib/postgresql';
/** Asked before any service is started; 101 is "no". */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** The absolute path of a command, or undefined. The path of an ordinary user may lack /usr/sbin. */
export function whereIs(command) {
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The path of one of PostgreSQL's programs, which Debian keeps by version and not in the path; or undefined. */
export function postgresProgram(name) {
  const versions = existsSync(POSTGRES_DIR) ? readdirSync(POSTGRES_DIR).map(Number) : [];
  const debian = versions
    .sort((a, b) => b - a)
    .map((version) => join(POSTGRES_DIR, String(version), 'bin', name))
    .find((path) => existsSync(path));
  return debian ?? whereIs(name);
}

async function isInstalled(name) {
  if (name === 'postgresql') return postgresProgram('initdb') !== undefined;
  if (COMMANDS.includes(name)) return whereIs(name) !== undefined;
  if (!whereIs('dpkg-query')) return false;
  const { stdout } = await capture('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]);
  return stdout === 'installed';
}

/** For whoever has to install them by hand. */
function howToInstall(missing, platform) {
  const list = missing.join(' ');
  if (platform === 'win32')
    return (
      'This needs Linux, which Windows has in WSL: type "wsl --install -d Debian" once, open Debian, ' +
      `install Node.js there, and in this folder type: sudo apt-get install -y ${list}`
    );
  if (platform !== 'linux')
    return `This needs Linux, in a virtual machine or a container, and there the Debian packages ${list}`;
  if (!whereIs('apt-get'))
    return `Install what your system calls these Debian packages: ${list} (Chromium as /usr/bin/chromium-headless-shell)`;
  return `sudo apt-get install -y ${list}`;
}

/** Runs an installation that starts no service. */
async function withoutServices(install) {
  if (existsSync(SERVICE_POLICY)) return install();
  writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await install();
  } finally {
    rmSync(SERVICE_POLICY, { force: true });
  }
}

/** Nor at the next boot: what we use runs from our own folder, and would find its port taken. */
async function disable(services, env) {
  for (const service of services) {
    if (whereIs('systemctl')) await capture('systemctl', ['disable', service], { env });
    else if (whereIs('update-rc.d')) await capture('update-rc.d', [service, 'disable'], { env });
  }
}

/**
 * Installs what is missing where that is possible (root on Debian); otherwise says in one line
 * what to do. False if something is still missing, as on any system but Linux.
 */
export async function installPackages(names) {
  const installed = await Promise.all(names.map(isInstalled));
  const isLinux = process.platform === 'linux';
  const missing = names.filter((_, index) => !isLinux || !installed[index]);
  if (missing.length === 0) return true;

  if (!isLinux || process.getuid?.() !== 0 || !whereIs('apt-get')) {
    console.log(howToInstall(missing, process.platform));
    return false;
  }

  process.stdout.write(`Installing ${missing.join(', ')} … `);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A stale or partly unreachable package list may still hold what is needed: only install decides.
  await capture('apt-get', ['-q', 'update'], { env });
  const { code, output } = await withoutServices(() =>
    capture('apt-get', ['-q', '-y', '--no-install-recommends', 'install', ...missing], { env }),
  );
  await disable(
    missing.filter((name) => SERVICES.includes(name)),
    env,
  );
  console.log(code === 0 ? 'done' : `failed\n${output}`);
  return code === 0;
}
