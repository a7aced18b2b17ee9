/** Child processes: the project's own tools, found in node_modules without npx. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The file that a package's command runs, so that it can be started with this very Node. */
export function toolPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs to the end with the output kept: `stdout` alone, and `output` with stderr in between. With `withinMs` it is
 * killed then, which `isLate` tells, and whatever it has started that still holds its output is waited for no longer.
 */
export function capture(command, args, { withinMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    let isLate = false;
    const late = () => {
      isLate = true;
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = withinMs === undefined ? undefined : setTimeout(late, withinMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, stdout, output, isLate });
    });
  });
}

/** Runs to the end in the foreground, and ends with us; the exit code, or 1 when a signal ended it. */
export function runVisibly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    // The terminal's Ctrl-C reaches both.
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
