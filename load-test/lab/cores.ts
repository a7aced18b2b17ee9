/** Which cores are for what: on one core, server and players would take time from each other. */
import { spawnSync } from 'node:child_process';
import { allowedCores } from '../swarm/cores.js';
import { LabError } from './experiment.js';

export interface Cores {
  /** For everything that is loaded; undefined leaves it to the system. */
  server: number | undefined;
  /** For this process and the load generators that it starts. */
  swarm: number | undefined;
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
  if (pin === 'off' || (!given && allowed.length < 2))
    return { server: undefined, swarm: undefined };
  const read = (name: string, text: string | undefined, other: string | undefined): number => {
    const core = text === undefined ? allowed.find((one) => String(one) !== other) : Number(text);
    if (core === undefined || text === '' || !allowed.includes(core))
      throw new LabError(`--core-${name} must be one of ${allowed.join(', ')}`);
    return core;
  };
  const first = read('server', server, swarm);
  return { server: first, swarm: read('swarm', swarm, String(first)) };
}

/** Moves this process, with all of its threads and whatever it starts from now on, to a core. */
export function moveTo(core: number): void {
  const { status } = spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
  if (status !== 0) throw new LabError(`taskset cannot move to core ${core}: use --pin off`);
}
