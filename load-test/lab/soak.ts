/** `soak`: the same load for a long time; memory must not grow. */
import { sampleProcess } from '../swarm/proc.js';
import { LabError, type Context, type Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { numberOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import type { Part } from './rig-contract.js';
import { remoteRig, startRig, type Rig } from './rig.js';
import { describeSoak, type MemorySeries } from './soak-findings.js';

const SAMPLES = 120;
const JOINS_PER_SECOND = 100;

export const soakExperiment: Experiment = {
  name: 'soak',
  about: 'five halls for ten minutes: nothing lost, and memory that does not grow',
  options: {
    rooms: { value: 'N', help: 'rooms', default: '5' },
    players: { value: 'N', help: 'players of each', default: '200' },
    rate: { value: 'N', help: 'events a second of each player', default: '2' },
    seconds: { value: 'N', help: 'length of the measurement', default: '600' },
    processes: { value: 'N', help: '1: one process alone; more: behind nginx (2)' },
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, signal, progress } = context;
  const rooms = numberOf(options, 'rooms', { min: 1, max: 100, whole: true });
  const players = numberOf(options, 'players', { min: 2, max: 500, whole: true });
  const rate = numberOf(options, 'rate', { min: 0.1, max: 20 });
  const seconds = numberOf(options, 'seconds', { min: 1, max: 86_400 });
  checkOpenFiles(rooms * players);
  const rig = await findRig(rooms * players, context);
  const samplesMs = (seconds * 1000) / SAMPLES;
  const series = rig.parts.map((part): MemorySeries => ({ part: part.name, mb: [] }));
  const sample = (): void => {
    for (const [index, part] of rig.parts.entries()) series[index]?.mb.push(residentMb(part));
  };
  let sampling: NodeJS.Timeout | undefined;
  try {
    const { result } = await play(
      rig,
      { rooms, players, rate, seconds, joinSeconds: (rooms * players) / JOINS_PER_SECOND },
      {
        signal,
        progress,
        onWindow: (edge) => {
          if (edge === 'open') sampling = setInterval(sample, samplesMs);
          else clearInterval(sampling);
        },
      },
    );
    return describeSoak(result, series, samplesMs / 1000);
  } finally {
    clearInterval(sampling);
    await rig.stop();
  }
}

async function findRig(players: number, { options, serverCore, progress }: Context): Promise<Rig> {
  const { target, processes: given } = options;
  if (target !== undefined) {
    if (given !== undefined)
      throw new LabError('--processes is for servers started here: no --target');
    return remoteRig(target);
  }
  const range = { min: 1, max: 64, whole: true };
  const processes = numberOf({ processes: given ?? '2' }, 'processes', range);
  return startRig(
    {
      shape: processes === 1 ? 'single' : 'cluster',
      processes,
      flushIntervalMs: 50,
      core: serverCore,
      settings: { CLUSTER_PLAYERS: String(2 * players) },
    },
    progress,
  );
}

function residentMb({ pids }: Part): number {
  return pids.reduce((sum, pid) => sum + (sampleProcess(pid)?.rssMb ?? 0), 0);
}
