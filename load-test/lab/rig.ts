/** Where a rig comes from. */
import { LabError, origin } from '../swarm/command-line.js';
import { startCluster } from './cluster-rig.js';
import type { Context } from './experiment.js';
import { rigEvents } from './open-rigs.js';
import type { Progress, Rig, RigSetup } from './rig-contract.js';
import { startSingle } from './single-rig.js';

export type { Rig, RigSetup } from './rig-contract.js';

const ANSWER_TIMEOUT_MS = 5_000;

/** Unless told: one process by itself, or several behind nginx; the program's own interval. */
export type Wish = Partial<Omit<RigSetup, 'core'>> & Pick<RigSetup, 'core'>;

/** Starts the program and resolves when it is ready. Rejects with a LabError if it does not start. */
export async function startRig(wish: Wish, progress: Progress): Promise<Rig> {
  const { processes = 1 } = wish;
  const shape = processes === 1 ? 'single' : 'cluster';
  const setup: RigSetup = { shape, processes, flushIntervalMs: 50, settings: {}, ...wish };
  const rig = await (setup.shape === 'single' ? startSingle : startCluster)(setup, progress);
  rigEvents.emit('ready', rig.describe);
  return rig;
}

/** A server that runs already. Rejects with a LabError if nothing answers there. */
async function remoteRig(target: string): Promise<Rig> {
  const url = origin('').read('target', target);
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    await (await fetch(new URL('/health/live', url), { signal })).arrayBuffer();
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const reason = cause?.code ?? cause?.message ?? message;
    throw new LabError(`No server answers at ${url} (${reason})`);
  }
  const describe = { target: url };
  rigEvents.emit('ready', describe);
  return { target: url, parts: [], processes: [], describe, stop: async () => {} };
}

/** The server at --target, where it is told, or one that is started; `own` are options of the latter. */
export function findRig(
  { options, progress }: Context,
  wish: Wish,
  own: readonly string[] = [],
): Promise<Rig> {
  const { target } = options;
  if (target === undefined) return startRig(wish, progress);
  const needless = own.find((name) => options[name] !== undefined);
  if (needless !== undefined)
    throw new LabError(`--${needless} is for servers started here: no --target`);
  return remoteRig(target);
}

/** Stops it when `use` is over, however that ends. */
export async function withRig<T>(rig: Promise<Rig>, use: (rig: Rig) => Promise<T>): Promise<T> {
  const ready = await rig;
  try {
    return await use(ready);
  } finally {
    await ready.stop();
  }
}
