/** Where a rig comes from. */
import { startCluster } from './cluster-rig.js';
import { LabError } from './experiment.js';
import { rigEvents } from './open-rigs.js';
import type { Progress, Rig, RigSetup } from './rig-contract.js';
import { startSingle } from './single-rig.js';

export type { Part, Progress, Rig, RigSetup } from './rig-contract.js';

const ANSWER_TIMEOUT_MS = 5_000;

/** Starts the program and resolves when it is ready. Rejects with a LabError if it does not start. */
export async function startRig(setup: RigSetup, progress: Progress): Promise<Rig> {
  const start = setup.shape === 'single' ? startSingle : startCluster;
  const rig = await start(setup, progress);
  rigEvents.emit('ready', rig.describe);
  return rig;
}

/** A server that runs already. Rejects with a LabError if nothing answers there. */
export async function remoteRig(target: string): Promise<Rig> {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new LabError(`--target must be an http or https URL, not "${target}"`);
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    await (await fetch(new URL('/health/live', url), { signal })).arrayBuffer();
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const reason = cause?.code ?? cause?.message ?? message;
    throw new LabError(`No server answers at ${url.origin} (${reason})`);
  }
  const describe = { target: url.origin };
  rigEvents.emit('ready', describe);
  return { target: url.origin, parts: [], processes: [], describe, stop: async () => {} };
}
