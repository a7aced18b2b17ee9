import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Child {
  process: ChildProcess;
  /** Everything that it printed so far, and the operator's links in the file that it names. */
  output: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  stop: () => Promise<void>;
}

/** Runs a built program of ours as a process of its own. */
export function runBuilt(file: string, args: string[], env: Record<string, string> = {}): Child {
  return run(file, args, { cwd: ROOT, env: { ...process.env, ...env } });
}

/** With the links that stand in a file where no terminal is told of them. */
export function withLinks(output: string): string {
  const [, file = ''] = /the key is in +(\S+)/.exec(output) ?? [];
  return existsSync(file) ? `${output}\n${readFileSync(file, 'utf8')}` : output;
}

/** The user `nobody` where tests run as root, for whom no modes hold. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? 65_534 : undefined;

/** The same as a user for whom the modes of files hold. */
export function runUnprivileged(file: string, cwd: string, env: Record<string, string>): Child {
  const ids = UNPRIVILEGED !== undefined && { uid: UNPRIVILEGED, gid: UNPRIVILEGED };
  return run(file, [], { cwd, env: { ...process.env, ...env }, ...ids });
}

function run(file: string, args: string[], options: SpawnOptions): Child {
  const child = spawn(process.execPath, [join(ROOT, 'dist', file), ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const note = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    process: child,
    output: () => withLinks(output),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts the real server on a free port and resolves with its address when it listens. */
export async function runServer(
  env: Record<string, string>,
): Promise<Child & { url: string; port: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-'));
  const child = runBuilt('server/main.js', [], {
    PORT: '0',
    DATA_DIR: dataDir,
    SHOW: 'off',
    ...env,
  });
  const port = await new Promise<number>((resolve, reject) => {
    const look = (): void => {
      const found = /http:\/\/localhost:(\d+)/.exec(child.output())?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.process.stdout?.on('data', look);
    void child.ended.then(() => reject(new Error(`the server ended: ${child.output()}`)));
  });
  return {
    ...child,
    port,
    url: `http://localhost:${port}`,
    stop: async () => {
      await child.stop();
      // A test may end its server itself.
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
