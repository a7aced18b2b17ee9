/** `soak`: the same load for a long time; memory must not grow. */
import { decimal, maybe, readOptions, whole } from '../swarm/command-line.js';
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import type { Context, Experiment } from './experiment.js';
import { watchMemory, type MemorySeries } from './memory.js';
import { coresOf, latency, problemsOf, type Ran } from './figures.js';
import { metricsOf, tableOf, type Column } from './tables.js';
import type { Findings } from './findings.js';
import { processes, rate } from './options.js';
import { checkOpenFiles, joinSecondsOf, play } from './play.js';
import { findRig, withRig } from './rig.js';

const OPTIONS = {
  rooms: whole('rooms', [1, 100], 5),
  players: whole('players of each', [2, 500], 200),
  rate: rate(),
  seconds: decimal('length of the measurement', [1, 86_400], 600),
  processes: maybe(processes('1: one process alone; more: behind nginx (2)')),
};

export const soakExperiment: Experiment = {
  name: 'soak',
  about: 'five halls for ten minutes: nothing lost, and memory that does not grow',
  options: OPTIONS,
  run,
};

async function run(context: Context): Promise<Findings> {
  const { processes = 2, ...load } = readOptions(OPTIONS, context.options);
  const everybody = load.rooms * load.players;
  checkOpenFiles(everybody);
  const settings = { CLUSTER_PLAYERS: String(2 * everybody) };
  const wish = { processes, core: context.serverCore, settings };
  return withRig(findRig(context, wish, ['processes']), async (rig) => {
    const memory = watchMemory(rig.parts, load.seconds);
    const { signal, progress } = context;
    try {
      const { result } = await play(
        rig,
        { ...load, joinSeconds: joinSecondsOf(everybody) },
        {
          signal,
          progress,
          onWindow: (edge) => (edge === 'open' ? memory.start() : memory.stop()),
        },
      );
      return describeSoak(result, memory.series, memory.everySeconds);
    } finally {
      memory.stop();
    }
  });
}

/** Code and heap settle first. */
const SETTLED_FROM = 0.4;
/** What one process may keep of garbage that its next large collection takes. */
const ALLOWED_MB = 15;
const PERCENTILES = ['p50', 'p95', 'p99', 'max'] as const;

/**
 * By how many MB memory in the last part of the time is above that of the part before: its floor or its
 * peak, whichever grew less. Garbage comes and goes, minutes apart, and moves one of them; a leak both.
 */
export function growthOf({ mb }: MemorySeries): number {
  const settled = mb.slice(Math.floor(mb.length * SETTLED_FROM));
  const half = Math.floor(settled.length / 2);
  if (half === 0) return 0;
  const [before, after] = [settled.slice(0, half), settled.slice(half)];
  const floor = Math.min(...after) - Math.min(...before);
  const peak = Math.max(...after) - Math.max(...before);
  return round(Math.min(floor, peak), 1);
}

/** The parts whose memory grew, in words. */
export function grownTooMuch(series: readonly MemorySeries[]): string[] {
  return series
    .filter((one) => growthOf(one) > ALLOWED_MB)
    .map((one) => `${one.part} grew by ${growthOf(one)} MB`);
}

export function describeSoak(
  result: SwarmResult,
  series: readonly MemorySeries[],
  everySeconds: number,
): Findings {
  const longest = Math.max(0, ...series.map(({ mb }) => mb.length));
  return {
    metrics: [
      ...metricsOf(
        series,
        [['memory growth', 'MB', growthOf]],
        (figure, { part }) => `${part}: ${figure}`,
      ),
      ...metricsOf<Ran>(
        [{ result }],
        [
          ['moves p95', 'ms', latency('moves', 'p95')],
          ['moves p99', 'ms', latency('moves', 'p99')],
          ['chat p95', 'ms', latency('chat', 'p95')],
        ],
      ),
    ],
    tables: [
      tableOf(
        'Memory',
        series,
        [
          ['part', '', ({ part }) => part],
          ['start', 'MB', ({ mb }) => round(mb[0] ?? 0, 1)],
          ['at most', 'MB', ({ mb }) => round(Math.max(0, ...mb), 1)],
          ['end', 'MB', ({ mb }) => round(mb.at(-1) ?? 0, 1)],
          ['growth', 'MB', growthOf],
          ['CPU', 'cores', ({ part }) => coresOf(result, part)],
        ],
        'Growth is that of the lowest or of the highest sample from one half of the time to the next, ' +
          'whichever is less: memory rises and falls as garbage is collected. The first 40 % of the time ' +
          'do not count.',
      ),
      tableOf('Latency', ['moves', 'chat'] as const, [
        ['', '', (kind) => kind],
        ...PERCENTILES.map((rank): Column<'moves' | 'chat'> => [
          rank,
          'ms',
          (kind) => latency(kind, rank)({ result }),
        ]),
      ]),
    ],
    charts: [
      {
        title: 'Memory',
        kind: 'line',
        x: {
          label: 'time',
          unit: 's',
          values: Array.from({ length: longest }, (_, n) => round((n + 1) * everySeconds, 1)),
        },
        y: { label: 'resident memory', unit: 'MB' },
        series: series.map(({ part, mb }) => ({ name: part, values: mb })),
      },
    ],
    faults: [...problemsOf(result), ...grownTooMuch(series)],
    notes:
      series.length > 0 ? [] : ['The memory of a server elsewhere is for that machine to tell.'],
    raw: { result, series, everySeconds },
  };
}
