/** `stages`: the same hall before and after each of the steps that make a server carry it. */
import type { Context, Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { numberOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import { startRig } from './rig.js';
import { describeStages, type PlayedStage, type Stage } from './stages-findings.js';

/** The program's own default. */
const BATCHED_MS = 50;
const PATIENCE_S = 30;

const STAGES: readonly Stage[] = [
  {
    name: 'one process, each event at once',
    format: 'json',
    setup: { shape: 'single', processes: 1, flushIntervalMs: 0 },
    mustBeGood: false,
    lostAfterSeconds: PATIENCE_S,
  },
  {
    name: 'two processes, each event at once',
    format: 'json',
    setup: { shape: 'cluster', processes: 2, flushIntervalMs: 0 },
    mustBeGood: false,
    lostAfterSeconds: PATIENCE_S,
  },
  {
    name: 'two processes, batched',
    format: 'json',
    setup: { shape: 'cluster', processes: 2, flushIntervalMs: BATCHED_MS },
    mustBeGood: true,
    lostAfterSeconds: 2,
  },
  {
    name: 'the same with one compact frame a flush',
    format: 'compact',
    setup: { shape: 'cluster', processes: 2, flushIntervalMs: BATCHED_MS },
    mustBeGood: true,
    lostAfterSeconds: 2,
  },
];

export const stagesExperiment: Experiment = {
  name: 'stages',
  about: 'one hall in stages: one process, two behind nginx with Redis, batched, compact frames',
  startsItsServers: true,
  options: {
    players: { value: 'N', help: 'players in the room', default: '200' },
    rate: { value: 'N', help: 'events a second of each', default: '2' },
    seconds: { value: 'N', help: 'length of each measurement', default: '60' },
    'join-seconds': { value: 'N', help: 'over which the players join', default: '20' },
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const load = {
    rooms: 1,
    players: numberOf(options, 'players', { min: 2, max: 500, whole: true }),
    rate: numberOf(options, 'rate', { min: 0.1, max: 20 }),
    seconds: numberOf(options, 'seconds', { min: 1, max: 3600 }),
    joinSeconds: numberOf(options, 'join-seconds', { min: 0, max: 600 }),
  };
  checkOpenFiles(load.players);
  const played: PlayedStage[] = [];
  for (const [index, stage] of STAGES.entries()) {
    if (signal.aborted) break;
    progress(`stage ${index + 1}: ${stage.name}`);
    const rig = await startRig({ ...stage.setup, core: serverCore, settings: {} }, progress);
    try {
      const { format, lostAfterSeconds } = stage;
      const one = await play(rig, { ...load, format, lostAfterSeconds }, context);
      // What was cut short before anything was measured is no stage.
      if (one.result.windowSeconds > 0) played.push({ stage, ...one });
    } finally {
      await rig.stop();
    }
  }
  return describeStages(played);
}
