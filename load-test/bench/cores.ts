/** Which cores are for what: on one core, server and clients would take time from each other. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TASKSET = 'taskset';

export interface Cores {
  /** Undefined leaves it to the system. */
  server: number | undefined;
  client: number | undefined;
}

/** One each where this process may use two and taskset is there. */
export function chooseCores(): Cores {
  const [server, client] = allowedCores();
  const canPin = client !== undefined && spawnSync(TASKSET, ['--version']).status === 0;
  return canPin ? { server, client } : { server: undefined, client: undefined };
}

/** Command and arguments that run this very Node on one core, or on any. */
export function onCore(core: number | undefined, args: string[]): [string, string[]] {
  if (core === undefined) return [process.execPath, args];
  return [TASKSET, ['-c', String(core), process.execPath, ...args]];
}

/** From a list like `0-3,6`; none where the system does not tell. */
function allowedCores(): number[] {
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
