/** Programs of the laboratory on cores and in processes of their own, which never outlive the one that started them. */

import { spawnSync, spawn } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { on, once } from 'node:events';
import { join, dirname } from 'node:path';
import { LabError } from './command-line.js';

export interface Cores {
  /** For everything that is loaded; undefined leaves it to the system. */
  server: number | undefined;
  /** For this process and the load generators that it starts. */
  swarm: number | undefined;
}

const ANY: Cores = { server: undefined, swarm: undefined };

/** Cores that this process may use, from a list like `0-3,6`; none where the system does not tell. */
export function allowedCores(): number[] {
  let status = '';
  try {
    status = readFileSync('/proc/self/status', 'utf8');
  } catch {
    return [];
  }
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(status)?.[1];
  return (list?.split(',') ?? []).flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

/** One each where this process may use two or more; `pin` is `auto` or `off`. */
export function chooseCores(
  { pin, server, swarm }: Partial<Record<'pin' | keyof Cores, string | undefined>>,
  allowed = allowedCores(),
): Cores {
  if (pin !== 'auto' && pin !== 'off')
    throw new LabError(`--pin must be auto or off, not "${String(pin)}"`);
  const given = server !== undefined || swarm !== undefined;
  if (pin === 'off' && given) throw new LabError('--core-server and --core-swarm need --pin auto');
  if (pin === 'off' || (!given && allowed.length < 2)) return ANY;
  const read = (name: string, text: string | undefined, other: string | undefined): number => {
    const core = text === undefined ? allowed.find((one) => String(one) !== other) : Number(text);
    if (core === undefined || text === '' || !allowed.includes(core))
      throw new LabError(`--core-${name} must be one of ${allowed.join(', ')}`);
    return core;
  };
  const first = read('server', server, swarm);
  return { server: first, swarm: read('swarm', swarm, String(first)) };
}

/** One each where that can be, without a word where it cannot. */
export function coresIfPinned(): Cores {
  return spawnSync('taskset', ['--version']).status === 0 ? chooseCores({ pin: 'auto' }) : ANY;
}

/** Moves this process, with all of its threads and whatever it starts from now on, to a core. */
export function moveTo(core: number): void {
  const { status } = spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
  if (status !== 0) throw new LabError(`taskset cannot move to core ${core}: use --pin off`);
}

/** Command and arguments that run this very Node on one core, or on any. */
export function onCore(core: number | undefined, args: readonly string[]): [string, string[]] {
  if (core === undefined) return [process.execPath, [...args]];
  return ['taskset', ['-c', String(core), process.execPath, ...args]];
}

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
