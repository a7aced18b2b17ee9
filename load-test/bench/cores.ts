/** Which cores are for what: on one core, server and clients would take time from each other. */
import { spawnSync } from 'node:child_process';
import { allowedCores } from '../swarm/cores.js';

export interface Cores {
  /** Undefined leaves it to the system. */
  server: number | undefined;
  client: number | undefined;
}

/** One each where this process may use two and taskset is there. */
export function chooseCores(): Cores {
  const [server, client] = allowedCores();
  const canPin = client !== undefined && spawnSync('taskset', ['--version']).status === 0;
  return canPin ? { server, client } : { server: undefined, client: undefined };
}
