/** `sweep`: one load at every interval between two flushes, and what a server carries at each. */
import { flag, readOptions, whole, wholes } from '../swarm/command-line.js';
import type { SwarmOptions } from '../swarm/options.js';
import { bestTry, searchCapacity, type Search } from './capacity-try.js';
import { BOUND_OPTIONS, boundsOf, capacityRig } from './capacity.js';
import type { Context, Experiment } from './experiment.js';
import * as figures from './figures.js';
import { metricsOf, seriesOf, tableOf } from './tables.js';
import type { Chart, Findings } from './findings.js';
import { processes, rate, seconds } from './options.js';
import { checkOpenFiles, play } from './play.js';
import { recommend, RULE } from './recommend.js';
import { startRig, withRig } from './rig.js';

interface SweptInterval extends figures.Ran {
  interval: number;
  /** Undefined where capacity was left out. */
  search: Search | undefined;
}

const LARGEST_ROOMS = 1_000;
/** Rooms of the usual size, measured shortly, as there are many tries. */
const CAPACITY = {
  growing: 'rooms',
  players: 200,
  seconds: 5,
  networks: 'player',
  largest: LARGEST_ROOMS,
} as const;
/** Sending each event at once takes long, and late is not lost. */
const PATIENCE_S = 10;

const OPTIONS = {
  intervals: wholes('milliseconds, with commas', [0, 1000], '0,10,20,30,40,50,60,70,80,90,100'),
  rooms: whole('rooms of the fixed load', [1, LARGEST_ROOMS], 1),
  players: whole('players of each', [2, 500], 200),
  rate: rate(),
  seconds: seconds(15, 'length of each measurement'),
  processes: processes('1: one process alone; more: behind nginx', 2),
  'no-capacity': flag('leave out how many rooms are carried at each interval'),
  ...BOUND_OPTIONS,
};

export const sweepExperiment: Experiment = {
  name: 'sweep',
  about: 'intervals between flushes of 0 to 100 ms: latency, CPU and rooms carried at each',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const given = readOptions(OPTIONS, options);
  const { rooms, players, rate, seconds } = given;
  const load = { rooms, players, rate, seconds };
  checkOpenFiles(rooms * players);

  const swept: SweptInterval[] = [];
  // Neighbours carry about the same.
  let start = 1;
  for (const interval of given.intervals) {
    if (signal.aborted) break;
    const wish = { core: serverCore, processes: given.processes, interval, maxInterval: interval };
    await withRig(startRig(capacityRig(wish), progress), async (rig) => {
      const lostAfterSeconds = interval === 0 ? PATIENCE_S : 2;
      const { result } = await play(rig, { ...load, lostAfterSeconds }, context);
      // What was cut short before anything was measured is no interval.
      if (result.windowSeconds === 0) return;
      const search =
        given['no-capacity'] || signal.aborted
          ? undefined
          : await searchCapacity(
              rig,
              { ...CAPACITY, rate, bounds: boundsOf(given), start },
              context,
            );
      swept.push({ interval, result, search });
      start = Math.max(1, search?.capacity.most ?? 1);
    });
  }
  return describeSweep(swept, load);
}

type Load = Pick<SwarmOptions, 'rooms' | 'players' | 'rate' | 'seconds'>;

function describeSweep(swept: readonly SweptInterval[], load: Load): Findings {
  const withRooms = swept.some(({ search }) => search !== undefined);
  const roomsAt = ({ search }: SweptInterval) => search?.capacity.most;
  const recommended = recommend(
    swept.map((one) => ({
      intervalMs: one.interval,
      p95Ms: figures.latency('moves', 'p95')(one),
      yield: (withRooms ? roomsAt(one) : figures.perCore(one.result.joins.joined, one.result)) ?? 0,
    })),
  );
  const chart = (
    title: string,
    y: Chart['y'],
    lines: Parameters<typeof seriesOf<SweptInterval>>[1],
  ): Chart => ({
    title,
    kind: 'line',
    x: {
      label: 'interval between flushes',
      unit: 'ms',
      values: swept.map(({ interval }) => interval),
    },
    y,
    series: seriesOf(swept, lines),
  });
  return {
    // The recommended interval first, then figure by figure.
    metrics: [
      ...metricsOf([recommended], [['recommended interval', 'ms', (interval) => interval]]),
      ...metricsOf<SweptInterval>(
        swept,
        [
          ['rooms carried', 'rooms', roomsAt, 'higher'],
          ['move p95', 'ms', figures.latency('moves', 'p95')],
          ['server CPU', 'cores', figures.cores],
          ['move p50', 'ms', figures.latency('moves', 'p50')],
          ['move p99', 'ms', figures.latency('moves', 'p99')],
          ['frames per client', '/s', figures.framesEach],
        ],
        (figure, { interval }) => `${interval} ms: ${figure}`,
      ),
    ],
    tables: [
      tableOf<SweptInterval>(
        'One load at every interval',
        swept,
        [
          ['interval', 'ms', ({ interval }) => interval],
          ['move p50', 'ms', figures.latency('moves', 'p50')],
          ['move p95', 'ms', figures.latency('moves', 'p95')],
          ['move p99', 'ms', figures.latency('moves', 'p99')],
          ['chat p95', 'ms', figures.latency('chat', 'p95')],
          ['frames to each client', '/s', figures.framesEach],
          ['lost', '', figures.lost],
          ['CPU, all parts', 'cores', figures.cores],
          ...figures
            .partCores(swept)
            .map(([part, read]) => [`CPU, ${part}`, 'cores', read] as const),
          ['players’ own process', '', figures.swarmState],
        ],
        `${load.rooms} room(s) of ${load.players} players, ${load.rate} events a second each, measured ` +
          `for ${load.seconds} s. At 0 ms each event goes out at once.`,
      ),
      ...(withRooms ? [capacityTable(swept)] : []),
    ],
    charts: [
      chart(
        'Latency of a move',
        { label: 'latency', unit: 'ms', scale: 'log' },
        (['p50', 'p95', 'p99'] as const).map((rank) => [rank, figures.latency('moves', rank)]),
      ),
      chart('CPU at the fixed load', { label: 'CPU', unit: 'cores' }, [
        ['all parts', figures.cores],
        ...figures.partCores(swept),
      ]),
      ...(withRooms
        ? [chart('Rooms of 200 carried', { label: 'rooms' }, [['rooms', roomsAt]])]
        : []),
    ],
    faults: swept.flatMap(faultsAt),
    notes: [
      recommended === undefined
        ? `No interval can be recommended. The rule: ${RULE}.`
        : `Recommended: ${recommended} ms. The rule: ${RULE}.`,
      ...swept
        .filter(({ interval }) => interval === 0)
        .flatMap(({ result }) =>
          figures
            .problemsOf(result)
            .map((text) => `At 0 ms, which is there to be compared with: ${text}.`),
        ),
    ],
    raw: { recommended: recommended ?? null, swept },
  };
}

/** At 0 ms each event goes out at once, which no server is meant to carry. */
function faultsAt({ interval, result, search }: SweptInterval): string[] {
  if (interval === 0) return [];
  const faults = figures.problemsOf(result);
  if (search?.capacity.limit === 'swarm')
    faults.push(`the players' own process was the limit: at least ${search.capacity.most} rooms`);
  if (search?.capacity.limit === 'range')
    faults.push(`ulimit -n was the limit: at least ${search.capacity.most} rooms`);
  return faults.map((text) => `${interval} ms: ${text}`);
}

function capacityTable(swept: readonly SweptInterval[]) {
  const searched = swept.flatMap(({ interval, search }) => {
    if (search === undefined) return [];
    const failed = search.tries.findLast(({ verdict }) => verdict !== 'carried');
    return [{ interval, most: search.capacity.most, best: bestTry(search.tries), failed }];
  });
  return tableOf('Rooms of 200 carried at each interval', searched, [
    ['interval', 'ms', ({ interval }) => interval],
    ['rooms', '', ({ most }) => most],
    ['players per core', '', ({ best }) => best && figures.perCore(best.players, best.result)],
    ['move mean', 'ms', ({ best }) => best && figures.latency('moves', 'mean')(best)],
    ['move p95', 'ms', ({ best }) => best && figures.latency('moves', 'p95')(best)],
    [
      'what failed at more',
      '',
      ({ failed }) => (failed === undefined ? '' : `${failed.rooms}: ${failed.why}`),
    ],
  ]);
}
