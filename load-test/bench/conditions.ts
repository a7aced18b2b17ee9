/** On what the figures were measured: they mean nothing beside those of another machine. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Cores } from './cores.js';

/** Other work on the machine beyond this, in cores, shows in the figures. */
const BUSY_LOAD = 0.5;

export interface Conditions {
  date: string;
  node: string;
  cpu: string;
  cores: number;
  /** Of the minute before; what was run just before counts, too. */
  load: number;
  /** Whether servers and clients had a core each. */
  pinned: boolean;
}

export function readConditions(cores: Cores): Conditions {
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model.trim() ?? 'unknown CPU',
    cores: availableParallelism(),
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
    pinned: cores.server !== undefined,
  };
}

export function describeConditions(conditions: Conditions): string {
  const { node, cpu, cores, load, pinned } = conditions;
  const lines = [`Node ${node}, ${cpu}, ${cores} cores, load ${load}`];
  if (!pinned)
    lines.push('Not pinned: servers and clients share cores (two cores and taskset are needed).');
  if (load > BUSY_LOAD)
    lines.push('THE MACHINE WAS BUSY with something else: do not compare these figures.');
  return lines.join('\n');
}
