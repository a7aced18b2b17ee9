/** The Debian packages that the browser tests need: Chromium, and fonts so that names and emoji show. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './run.mjs';

const PACKAGES = ['chromium', 'fonts-noto-color-emoji', 'fonts-noto-cjk'];

/** The absolute path of a command, or undefined. */
function whereIs(command) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
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

async function isInstalled(name) {
  if (name === 'chromium') return whereIs('chromium') !== undefined;
  if (!whereIs('dpkg-query')) return false;
  const { stdout } = await capture('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]);
  return stdout === 'installed';
}

async function missingPackages() {
  const installed = await Promise.all(PACKAGES.map(isInstalled));
  return PACKAGES.filter((_, index) => !installed[index]);
}

/**
 * Installs what is missing where that is possible (root on Debian); otherwise says in one line
 * what to type. False if something is still missing.
 */
export async function installBrowserPackages() {
  const missing = await missingPackages();
  if (missing.length === 0) return true;

  if (process.getuid?.() !== 0 || !whereIs('apt-get')) {
    console.log(`sudo apt-get install -y ${missing.join(' ')}`);
    return false;
  }

  process.stdout.write(`Installing ${missing.join(', ')} … `);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A stale or partly unreachable package list may still hold what is needed: only install decides.
  await capture('apt-get', ['-q', 'update'], { env });
  const install = ['-q', '-y', '--no-install-recommends', 'install', ...missing];
  const { code, output } = await capture('apt-get', install, { env });
  console.log(code === 0 ? 'done' : `failed\n${output}`);
  return code === 0;
}
