/** On what the figures were measured: they mean nothing beside those of another machine. */
import { cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cores } from '../swarm/cores.js';

const SAMPLE_MS = 500;
/** Other work on the machine beyond this, in cores, shows in the figures. */
const BUSY_CORES = 0.2;

export interface Conditions {
  date: string;
  node: string;
  cpu: string;
  cores: number;
  /** How many of them had other work before the run. */
  busyCores: number;
  /** Load average of the minute before; what was run or built just before counts, too. */
  load: number;
  /** Whether servers and clients had a core each. */
  pinned: boolean;
}

/** Looks at the machine for half a second, in which this process does nothing. */
export async function readConditions(cores: Cores): Promise<Conditions> {
  const before = { idleMs: idleMs(), at: performance.now() };
  await sleep(SAMPLE_MS);
  const idleCores = (idleMs() - before.idleMs) / (performance.now() - before.at);
  const all = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: all[0]?.model.trim() ?? 'unknown CPU',
    cores: all.length,
    busyCores: Number(Math.max(0, all.length - idleCores).toFixed(2)),
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
    pinned: cores.server !== undefined,
  };
}

function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

export function describeConditions(conditions: Conditions): string {
  const { node, cpu, cores, busyCores, load, pinned } = conditions;
  const lines = [`Node ${node}, ${cpu}, ${cores} cores, ${busyCores} of them busy, load ${load}`];
  if (!pinned)
    lines.push('Not pinned: servers and clients share cores (two cores and taskset are needed).');
  if (busyCores > BUSY_CORES)
    lines.push('THE MACHINE IS BUSY with something else: do not compare these figures.');
  return lines.join('\n');
}
