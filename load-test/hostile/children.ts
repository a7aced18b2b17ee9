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
  const { port } = (await linesOf(child)()) as { port: number };
  return { target: `http://127.0.0.1:${port}`, end: () => void child.kill('SIGKILL') };
}

/** A flood in a process of its own, once it floods; the returned function ends it and tells. */
export async function startFlood(
  order: FloodOrder,
  core: number | undefined,
): Promise<() => Promise<FloodToll>> {
  const [command, args] = onCore(core, [WORKER, 'flood', JSON.stringify(order)]);
  const child = start(['nice', ['-n', NICENESS, command, ...args]]);
  const nextLine = linesOf(child);
  await nextLine();
  return async () => {
    child.kill('SIGTERM');
    return (await nextLine()) as FloodToll;
  };
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

function start([command, args]: [string, string[]]): Child {
  return spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** The lines that a child tells, one a call. */
function linesOf({ stdout }: Child): () => Promise<unknown> {
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async () => {
    const line = await lines.next();
    if (line.done === true) throw new Error('a child of the hostile run ended too early');
    return JSON.parse(line.value) as unknown;
  };
}
