/** `stages`: the same hall before and after each of the steps that make a server carry it. */
import type { Format } from '../../src/protocol/health.js';
import { decimal, readOptions, whole } from '../swarm/command-line.js';
import type { Context, Experiment } from './experiment.js';
import * as figures from './figures.js';
import { metricsOf, tableOf, type Column } from './tables.js';
import type { Findings, Table } from './findings.js';
import { rate, seconds } from './options.js';
import { checkOpenFiles, play, type Played } from './play.js';
import { startRig, withRig, type RigSetup } from './rig.js';

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

/** 95th percentiles of a move, in seconds, of the service that this one is modelled on. */
const PUBLISHED_S = [18.7, 7.1, 0.11];

const PERCENTILES = ['p50', 'p95', 'p99', 'max'] as const;

export function describeStages(played: readonly PlayedStage[]): Findings {
  const problems = (mustBeGood: boolean, stage: string, end = ''): string[] =>
    played.flatMap((one, index) =>
      one.stage.mustBeGood === mustBeGood
        ? figures.problemsOf(one.result).map((text) => `${stage} ${index + 1}: ${text}${end}`)
        : [],
    );
  const bars = (['moves', 'chat'] as const).flatMap((kind) =>
    (['p50', 'p95', 'p99'] as const).map((rank) => ({
      name: `${kind === 'moves' ? 'move' : kind} ${rank}`,
      read: figures.latency(kind, rank),
    })),
  );
  return {
    // The most telling figure of every stage first.
    metrics: metricsOf<PlayedStage>(
      played,
      [
        ['move p95', 'ms', figures.latency('moves', 'p95')],
        ['chat p95', 'ms', figures.latency('chat', 'p95')],
        ['server CPU', 'cores', figures.cores],
        ['move p50', 'ms', figures.latency('moves', 'p50')],
        ['move p99', 'ms', figures.latency('moves', 'p99')],
        ['chat p50', 'ms', figures.latency('chat', 'p50')],
        ['chat p99', 'ms', figures.latency('chat', 'p99')],
        ['frames per client', '/s', figures.framesEach],
        ['bytes per client', 'B/s', figures.bytesEach],
        ['lost', 'count', figures.lost],
      ],
      (figure, _, index) => `stage ${index + 1}: ${figure}`,
    ),
    tables: [figuresTable(played), publishedTable(played)],
    charts: [
      {
        title: 'End-to-end latency',
        kind: 'bar',
        x: { label: '', values: bars.map(({ name }) => name) },
        y: { label: 'latency', unit: 'ms', scale: 'log' },
        series: played.map((one, index) => ({
          name: `${index + 1} ${one.stage.name}`,
          values: bars.map(({ read }) => read(one)),
        })),
      },
    ],
    faults: problems(true, 'stage'),
    notes: [
      'Stages 1 and 2 send every event to everybody at once. They are there to be compared with, and ' +
        'what goes wrong in them is no fault of the run.',
      ...problems(false, 'Stage', '.'),
    ],
    raw: played.map(({ stage, result, loops }) => ({ stage, result, loops })),
  };
}

/** A column for each stage: four columns are easier to read than thirty. */
function figuresTable(played: readonly PlayedStage[]): Table {
  const processes = Math.max(0, ...played.map(({ loops }) => loops.length));
  const rows: Column<PlayedStage>[] = [
    ...PERCENTILES.map((rank) => [`move ${rank}`, 'ms', figures.latency('moves', rank)] as const),
    ...PERCENTILES.map((rank) => [`chat ${rank}`, 'ms', figures.latency('chat', rank)] as const),
    ['lost', '', figures.lost],
    ['dropped connections', '', ({ result }) => figures.droppedIn(result)],
    ['frames to each client', '/s', figures.framesEach],
    ['bytes to each client', 'kB/s', (one) => Math.round(figures.bytesEach(one) / 100) / 10],
    ['bytes to all clients', 'MB/s', figures.megabytesOut],
    ['CPU, all parts', 'cores', figures.cores],
    ...figures.partCores(played).map(([part, read]) => [`CPU, ${part}`, 'cores', read] as const),
    ...Array.from({ length: processes }, (_, index) =>
      (['p50', 'p99', 'max'] as const).map((rank): Column<PlayedStage> => [
        `event loop of process ${index + 1}, late ${rank}`,
        'ms',
        ({ loops }) => loops[index]?.[rank],
      ]),
    ).flat(),
    ['longest ping of an idle connection', 'ms', figures.longestPing],
    ['players’ own process', 'cores', figures.swarmCores],
    ['players’ own process', '', figures.swarmState],
  ];
  const first = played[0]?.result.options;
  return {
    title: 'One hall in stages',
    note:
      first === undefined
        ? ''
        : `${first.players} players in one room, ${first.rate} events a second each, ` +
          `${Math.round(first.chatShare * 100)} % of them chat, measured for ${first.seconds} s. ` +
          'Latencies are end to end, from the hand of the sender to the eye of another player.',
    columns: [
      { label: '' },
      { label: 'unit' },
      ...played.map(({ stage }, index) => ({ label: `${index + 1} ${stage.name}` })),
    ],
    rows: rows.map(([label, unit, read]) => [
      label,
      unit,
      ...played.map((one, index) => read(one, index) ?? null),
    ]),
  };
}

function publishedTable(played: readonly PlayedStage[]): Table {
  return tableOf<PlayedStage>(
    'The first three stages, theirs and ours',
    played.slice(0, PUBLISHED_S.length),
    [
      ['stage', '', ({ stage }, index) => `${index + 1} ${stage.name}`],
      [
        'ours: p95 of a move',
        's',
        (one) => {
          const p95 = figures.latency('moves', 'p95')(one);
          return p95 === null ? null : Math.round(p95) / 1000;
        },
      ],
      ['theirs: p95 of a move', 's', (_, index) => PUBLISHED_S[index]],
    ],
    'Theirs: as published in 2025 by the service that this one is modelled on, measured on its own ' +
      'machines with its own program, which in the third stage sends moves every 100 ms and chat every ' +
      '50 ms. No figure of theirs can be held against one of ours.',
  );
}
