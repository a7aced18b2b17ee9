/** The cores of this machine, and how a program is kept on one. */
import { readFileSync } from 'node:fs';

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

/** Command and arguments that run this very Node on one core, or on any. */
export function onCore(core: number | undefined, args: readonly string[]): [string, string[]] {
  if (core === undefined) return [process.execPath, [...args]];
  return ['taskset', ['-c', String(core), process.execPath, ...args]];
}
