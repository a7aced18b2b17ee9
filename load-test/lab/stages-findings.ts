/** What `stages` shows of its runs. */
import type { Format } from '../../src/protocol/events.js';
import { coresOf, lossesOf, megabytesOut, ms, partNames, problemsOf } from './figures.js';
import type { Cell, Chart, Findings, Metric, Table } from './findings.js';
import type { Played } from './play.js';
import type { RigSetup } from './rig-contract.js';

export interface Stage {
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

/** 95th percentiles of a move, in seconds, of the service that this one is modelled on. */
const PUBLISHED_S = [18.7, 7.1, 0.11];

const PERCENTILES = ['p50', 'p95', 'p99', 'max'] as const;

export function describeStages(played: readonly PlayedStage[]): Findings {
  return {
    metrics: metricsOf(played),
    tables: [figuresTable(played), publishedTable(played)],
    charts: [latencyChart(played)],
    faults: played.flatMap((one, index) =>
      one.stage.mustBeGood
        ? problemsOf(one.result).map((text) => `stage ${index + 1}: ${text}`)
        : [],
    ),
    notes: [
      'Stages 1 and 2 send every event to everybody at once. They are there to be compared with, and ' +
        'what goes wrong in them is no fault of the run.',
      ...played.flatMap((one, index) =>
        one.stage.mustBeGood
          ? []
          : problemsOf(one.result).map((text) => `Stage ${index + 1}: ${text}.`),
      ),
    ],
    raw: played.map(({ stage, result, loops }) => ({ stage, result, loops })),
  };
}

/** The most telling figure of every stage first. */
function metricsOf(played: readonly PlayedStage[]): Metric[] {
  const each = (
    name: string,
    unit: Metric['unit'],
    read: (one: PlayedStage) => number | null | undefined,
  ): Metric[] =>
    played.flatMap((one, index) => {
      const value = read(one);
      return value == null
        ? []
        : [{ name: `stage ${index + 1}: ${name}`, unit, value, better: 'lower' }];
    });
  return [
    ...each('move p95', 'ms', ({ result }) => ms(result.moves.ms, 'p95')),
    ...each('chat p95', 'ms', ({ result }) => ms(result.chat.ms, 'p95')),
    ...each('server CPU', 'cores', ({ result }) => result.server?.cores),
    ...each('move p50', 'ms', ({ result }) => ms(result.moves.ms, 'p50')),
    ...each('move p99', 'ms', ({ result }) => ms(result.moves.ms, 'p99')),
    ...each('chat p50', 'ms', ({ result }) => ms(result.chat.ms, 'p50')),
    ...each('chat p99', 'ms', ({ result }) => ms(result.chat.ms, 'p99')),
    ...each('frames per client', '/s', ({ result }) => result.perClient.frames.mean),
    ...each('bytes per client', 'B/s', ({ result }) => result.perClient.wireBytes.mean),
    ...each('lost', 'count', ({ result }) => lossesOf(result)),
  ];
}

/** A column for each stage: four columns are easier to read than thirty. */
function figuresTable(played: readonly PlayedStage[]): Table {
  const row = (label: string, unit: string, read: (one: PlayedStage) => Cell): Cell[] => [
    label,
    unit,
    ...played.map(read),
  ];
  const parts = partNames(played.map(({ result }) => result));
  const processes = Math.max(0, ...played.map(({ loops }) => loops.length));
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
    rows: [
      ...PERCENTILES.map((rank) =>
        row(`move ${rank}`, 'ms', ({ result }) => ms(result.moves.ms, rank)),
      ),
      ...PERCENTILES.map((rank) =>
        row(`chat ${rank}`, 'ms', ({ result }) => ms(result.chat.ms, rank)),
      ),
      row('lost', '', ({ result }) => lossesOf(result)),
      row('dropped connections', '', ({ result }) =>
        Object.values(result.drops).reduce((sum, count) => sum + count, 0),
      ),
      row('frames to each client', '/s', ({ result }) => result.perClient.frames.mean),
      row('bytes to each client', 'kB/s', ({ result }) => kilo(result.perClient.wireBytes.mean)),
      row('bytes to all clients', 'MB/s', ({ result }) => megabytesOut(result)),
      row('CPU, all parts', 'cores', ({ result }) => result.server?.cores ?? null),
      ...parts.map((part) => row(`CPU, ${part}`, 'cores', ({ result }) => coresOf(result, part))),
      ...Array.from({ length: processes }, (_, index) =>
        (['p50', 'p99', 'max'] as const).map((rank) =>
          row(
            `event loop of process ${index + 1}, late ${rank}`,
            'ms',
            ({ loops }) => loops[index]?.[rank] ?? null,
          ),
        ),
      ).flat(),
      row('longest ping of an idle connection', 'ms', ({ result }) => ms(result.stalls.ms, 'max')),
      row('players’ own process', 'cores', ({ result }) => result.swarm.cores),
      row('players’ own process', '', ({ result }) =>
        result.swarmSaturated ? 'SATURATED' : 'kept up',
      ),
    ],
  };
}

function kilo(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}

function publishedTable(played: readonly PlayedStage[]): Table {
  return {
    title: 'The first three stages, theirs and ours',
    note:
      'Theirs: as published in 2025 by the service that this one is modelled on, measured on its own ' +
      'machines with its own program, which in the third stage sends moves every 100 ms and chat every ' +
      '50 ms. No figure of theirs can be held against one of ours.',
    columns: [
      { label: 'stage' },
      { label: 'ours: p95 of a move', unit: 's' },
      { label: 'theirs: p95 of a move', unit: 's' },
    ],
    rows: played.slice(0, PUBLISHED_S.length).map(({ stage, result }, index) => {
      const p95 = ms(result.moves.ms, 'p95');
      const here = p95 === null ? null : Math.round(p95) / 1000;
      return [`${index + 1} ${stage.name}`, here, PUBLISHED_S[index] ?? null];
    }),
  };
}

function latencyChart(played: readonly PlayedStage[]): Chart {
  const ranks = ['p50', 'p95', 'p99'] as const;
  return {
    title: 'End-to-end latency',
    kind: 'bar',
    x: {
      label: '',
      values: [...ranks.map((rank) => `move ${rank}`), ...ranks.map((rank) => `chat ${rank}`)],
    },
    y: { label: 'latency', unit: 'ms', scale: 'log' },
    series: played.map(({ stage, result: { moves, chat } }, index) => ({
      name: `${index + 1} ${stage.name}`,
      values: [
        ...ranks.map((rank) => ms(moves.ms, rank)),
        ...ranks.map((rank) => ms(chat.ms, rank)),
      ],
    })),
  };
}
