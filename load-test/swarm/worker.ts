/** Programs of the laboratory in processes of their own, which never outlive the one that started them. */

import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { join, dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { LabError } from './command-line.js';
import { onCore } from './cores.js';

export interface Worker {
  /** Undefined where it did not start. */
  pid: number | undefined;
  post(message: object): void;
  /** The next message of the program; rejects where it ends or did not start. */
  next<T>(): Promise<T>;
  stop(): Promise<void>;
}

/**
 * `program` is a built file, as `bench/floor.js`; without a core the system chooses. The higher the
 * niceness, the later it comes.
 */
export function startWorker(
  program: string,
  args: readonly string[],
  core: number | undefined,
  niceness = 0,
): Worker {
  const file = join(PROJECT_ROOT, 'dist/load-test', program);
  const [command, all] = onCore(core, [file, ...args]);
  const child = spawn('nice', ['-n', String(niceness), command, ...all], {
    // Ctrl-C goes to all of the terminal's group; whoever started this one decides when it ends.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').catch(() => {});
  const messages = on(child, 'message', { close: ['exit'] });
  return {
    pid: child.pid,
    post: (message) => child.send(message),
    next: async <T>() => {
      const next = (await messages.next()) as IteratorResult<[T], undefined>;
      if (next.done === true) throw new LabError(`${file} has ended`);
      return next.value[0];
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The last one first: clients take it amiss when their server goes. */
export async function stopAll(workers: readonly Worker[]): Promise<void> {
  for (const worker of workers.toReversed()) await worker.stop();
}

/** For a program: sends to the process that started it, or prints where a person did. */
export function tell(message: object): void {
  if (process.send === undefined) console.log(JSON.stringify(message));
  else process.send(message);
}

/** For a program: ends it when the process that started it is gone. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  // It may have gone while this program was being loaded.
  if (process.send !== undefined && !process.connected) process.exit();
}

/** The same from the sources and from `dist`, which has no such file. */
export const PROJECT_ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'ecosystem.config.js')) ? folder : findRoot(dirname(folder));
}
