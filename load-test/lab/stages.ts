/** `stages`: the same hall before and after each of the steps that make a server carry it. */
import type { Format } from '../../src/protocol/health.js';
import { decimal, readOptions, whole } from '../swarm/command-line.js';
import { type Context, type Experiment, rate, seconds } from '../rig/experiment.js';
import * as figures from '../rig/play.js';
import { checkOpenFiles, play, type Played } from '../rig/play.js';
import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import { startRig, withRig, type RigSetup } from '../rig/rig.js';

interface Stage {
  name: string;
  format: Format;
  setup: Pick<RigSetup, 'shape' | 'processes' | 'flushIntervalMs'>;
  /** Stages that send each event at once are there to be bad; what they show is told, but is no fault. */
  mustBeGood: boolean;
  /** Long where answers take long: late is not lost. */
  lostAfterSeconds: number;
}

export interface PlayedStage extends Played {
  stage: Stage;
}

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

const OPTIONS = {
  players: whole('players in the room', [2, 500], 200),
  rate: rate(),
  seconds: seconds(60, 'length of each measurement'),
  'join-seconds': decimal('over which the players join', [0, 600], 20),
};

export const stagesExperiment: Experiment = {
  name: 'stages',
  about: 'one hall in stages: one process, two behind nginx with Redis, batched, compact frames',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const { 'join-seconds': joinSeconds, ...given } = readOptions(OPTIONS, options);
  checkOpenFiles(given.players);
  const played: PlayedStage[] = [];
  for (const [index, stage] of STAGES.entries()) {
    if (signal.aborted) break;
    progress(`stage ${index + 1}: ${stage.name}`);
    await withRig(startRig({ ...stage.setup, core: serverCore }, progress), async (rig) => {
      const { format, lostAfterSeconds } = stage;
      const load = { ...given, rooms: 1, joinSeconds, format, lostAfterSeconds };
      const one = await play(rig, load, context);
      // What was cut short before anything was measured is no stage.
      if (one.result.windowSeconds > 0) played.push({ stage, ...one });
    });
  }
  return describeStages(played);
}

export function describeStages(played: readonly PlayedStage[]): Findings {
  const found = new FindingsOf();
  const first = played[0]?.result.options;
  const numberOf = (one: PlayedStage): string => `stage ${played.indexOf(one) + 1}`;
  const processes = Math.max(0, ...played.map(({ loops }) => loops.length));
  const ranks = (['moves', 'chat'] as const).flatMap((kind) =>
    (['p95', 'p50', 'p99'] as const).map((rank) => [kind, rank] as const),
  );
  found
    .table<PlayedStage>(
      'One hall in stages',
      played,
      [
        ['', '', (one) => `${numberOf(one)}: ${one.stage.name}`],
        // The most telling figure of every stage first.
        ...ranks.flatMap(([kind, rank]) => figures.latencies(kind, [rank], 'lower')),
        ...figures.latencies('moves', ['max']),
        ...figures.latencies('chat', ['max']),
        ['lost', '', figures.lost, 'lower'],
        ['dropped connections', '', ({ result }) => figures.droppedIn(result)],
        ['frames per client', '/s', figures.framesEach, 'lower'],
        ['bytes per client', 'B/s', figures.bytesEach, 'lower'],
        ['bytes to all clients', 'MB/s', figures.megabytesOut],
        ['server CPU', 'cores', figures.cores, 'lower'],
        ...figures.partCores(played),
        ...Array.from({ length: processes }, (_, index) =>
          (['p50', 'p99', 'max'] as const).map((rank): Figure<PlayedStage> => [
            `event loop of process ${index + 1}, late ${rank}`,
            'ms',
            ({ loops }) => loops[index]?.[rank],
          ]),
        ).flat(),
        ['longest ping of an idle connection', 'ms', figures.longestPing],
        ['players’ own process', 'cores', figures.swarmCores],
        ['players’ own process', '', figures.swarmState],
      ],
      {
        nameOf: (figure, one) => `${numberOf(one)}: ${figure}`,
        turned: true,
        note:
          first === undefined
            ? ''
            : `${first.players} players in one room, ${first.rate} events a second each, ` +
              `${Math.round(first.chatShare * 100)} % of them chat, measured for ${first.seconds} s. ` +
              'Latencies are end to end, from the hand of the sender to the eye of another player.',
      },
    )
    .chart(
      {
        title: 'End-to-end latency',
        kind: 'bar',
        x: { label: '', values: ranks.map(([kind, rank]) => `${kind} ${rank}`) },
        y: { label: 'latency', unit: 'ms', scale: 'log' },
      },
      ranks,
      played.map((one) => [
        `${numberOf(one)}: ${one.stage.name}`,
        ([kind, rank]) => figures.latency(kind, rank)(one),
      ]),
    )
    .note(
      'Stages 1 and 2 send every event to everybody at once. They are there to be compared with, and ' +
        'what goes wrong in them is no fault of the run.',
    );
  for (const one of played)
    for (const text of figures.problemsOf(one.result)) {
      if (one.stage.mustBeGood) found.fault(`${numberOf(one)}: ${text}`);
      else found.note(`${numberOf(one)}: ${text}.`);
    }
  return found.done(played.map(({ stage, result, loops }) => ({ stage, result, loops })));
}
