import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { PROJECT_ROOT } from '../report/project-root.js';
import { onCore } from '../swarm/cores.js';
import type { FloodOrder, FloodToll } from './flood.js';

const WORKER = join(PROJECT_ROOT, 'dist/load-test/hostile/worker.js');
/** Whoever floods comes last, or it would take the core from the honest players beside it. */
const NICENESS = '19';

/** The sink in a process of its own; ends with `end`. */
export async function startSink(
  core: number | undefined,
): Promise<{ target: string; end: () => void }> {
  const child = start(onCore(core, [WORKER, 'sink']));
  const { port } = (await lineOf(child)) as { port: number };
  return { target: `http://127.0.0.1:${port}`, end: () => void child.kill('SIGKILL') };
}

/** A flood in a process of its own; the returned function ends it and tells. */
export function startFlood(order: FloodOrder, core: number | undefined): () => Promise<FloodToll> {
  const [command, args] = onCore(core, [WORKER, 'flood', JSON.stringify(order)]);
  const child = start(['nice', ['-n', NICENESS, command, ...args]]);
  const told = lineOf(child);
  return async () => {
    child.kill('SIGTERM');
    return (await told) as FloodToll;
  };
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

function start([command, args]: [string, string[]]): Child {
  return spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** The one line that a child tells. */
async function lineOf({ stdout }: Child): Promise<unknown> {
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line) as unknown;
  throw new Error('a child told nothing');
}
