/** The program as somebody has it who has no checkout. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Outside {
  process: ChildProcess;
  url: string;
  output: () => string;
  /** From the start to the first answer that it is ready, in ms. */
  readyMs: number;
  end: (signal: NodeJS.Signals) => Promise<void>;
}

/** An empty folder, with the disposer. */
export function emptyFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'madang-package-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Starts a program that greets; it has this environment and nothing of ours. */
export async function startOutside(
  command: string,
  args: string[],
  env: Record<string, string>,
  cwd: string,
): Promise<Outside> {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { PORT: '0', OPEN: 'false', SHOW: 'off', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const note = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('error', reject);
    void ended.then(() => reject(new Error(`it ended: ${output}`)));
  });
  const ready = await fetch(`${url}/health/ready`);
  if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`);
  return {
    process: child,
    url,
    output: () => output,
    readyMs: performance.now() - began,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** The same on a terminal of its own, where `press` types. */
export async function startOnTerminal(
  command: string,
  env: Record<string, string>,
  cwd: string,
): Promise<Outside & { press: (keys: string) => void }> {
  // A shell that stayed would hear Ctrl-C, too, and end with a code of its own.
  const args = ['-qfec', `exec ${command}`, '/dev/null'];
  const server = await startOutside('/usr/bin/script', args, env, cwd);
  return { ...server, press: (keys) => void server.process.stdin!.write(keys) };
}

/** Runs to the end; the exit code, and what it printed. */
export async function runOutside(
  command: string,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

/** Runs a tool that has to do its work. */
export async function useTool(command: string, args: string[], cwd: string): Promise<void> {
  const env = process.env as Record<string, string>;
  const { code, output } = await runOutside(command, args, { cwd, env });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
}
