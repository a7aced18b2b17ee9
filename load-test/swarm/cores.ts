/** The cores of this machine, and how programs are kept on them: on one, server and players would take time from each other. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
