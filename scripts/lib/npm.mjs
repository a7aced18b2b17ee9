/** npm from within our scripts, on every system. */
import { capture } from './run.mjs';

/**
 * How to run npm: its own file with this very Node where npm started us, and else by its name, which on
 * Windows is a batch file that only a shell can run.
 */
export function npmCommand(args, { env, platform, execPath }) {
  const file = env.npm_execpath;
  if (file !== undefined && /npm-cli\.c?js$/.test(file))
    return { command: execPath, args: [file, ...args], options: {} };
  return { command: 'npm', args, options: { shell: platform === 'win32' } };
}

/** Runs npm to the end with its output kept, as `capture` does. */
export function npm(args, given = {}) {
  const { command, args: all, options } = npmCommand(args, process);
  return capture(command, all, { ...options, ...given });
}
