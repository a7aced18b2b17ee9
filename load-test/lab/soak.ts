/** `soak`: the same load for a long time; memory must not grow. */
import { decimal, maybe, readOptions, whole } from '../swarm/command-line.js';
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import { type Context, type Experiment, processes, rate } from '../rig/experiment.js';
import { watchMemory, type MemorySeries } from '../rig/watch.js';
import {
  coresOf,
  latencies,
  memoryFigures,
  problemsOf,
  type Ran,
  checkOpenFiles,
  joinSecondsOf,
  play,
} from '../rig/play.js';
import { FindingsOf, type Findings } from '../report/findings.js';
import { findRig, withRig } from '../rig/rig.js';

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
  return new FindingsOf()
    .compare(series, [['memory growth', 'MB', growthOf, 'lower']], (figure, { part }) => {
      return `${part}: ${figure}`;
    })
    .table(
      'Memory',
      series,
      [...memoryFigures(growthOf), ['CPU', 'cores', ({ part }) => coresOf(result, part)]],
      {
        note:
          'Growth is that of the lowest or of the highest sample from one half of the time to the next, ' +
          'whichever is less: memory rises and falls as garbage is collected. The first 40 % of the time ' +
          'do not count.',
      },
    )
    .table<Ran>(
      'Latency',
      [{ result }],
      (['moves', 'chat'] as const).flatMap((kind) => [
        ...latencies(kind, ['p50']),
        ...latencies(kind, ['p95', 'p99'], 'lower'),
        ...latencies(kind, ['max']),
      ]),
    )
    .chart(
      {
        title: 'Memory',
        kind: 'line',
        x: {
          label: 'time',
          unit: 's',
          values: Array.from({ length: longest }, (_, n) => round((n + 1) * everySeconds, 1)),
        },
        y: { label: 'resident memory', unit: 'MB' },
      },
      Array.from({ length: longest }, (_, n) => n),
      series.map(({ part, mb }) => [part, (n) => mb[n]]),
    )
    .fault(...problemsOf(result), ...grownTooMuch(series))
    .note(
      ...(series.length > 0
        ? []
        : ['The memory of a server elsewhere is for that machine to tell.']),
    )
    .done({ result, series, everySeconds });
}
