/** `sweep`: one load at every interval between two flushes, and what a server carries at each. */

import { flag, readOptions, whole, wholes } from '../swarm/command-line.js';
import type { SwarmOptions } from '../swarm/options.js';
import {
  bestTry,
  searchCapacity,
  type Search,
  type Try,
  BOUND_OPTIONS,
  boundsOf,
  capacityRig,
} from './capacity.js';
import { type Context, type Experiment, processes, rate, seconds } from '../rig/experiment.js';
import * as figures from '../rig/play.js';
import { checkOpenFiles, play } from '../rig/play.js';
import { FindingsOf, type Chart, type Findings } from '../report/findings.js';
import { startRig, withRig } from '../rig/rig.js';

export interface Candidate {
  intervalMs: number;
  /** Of a move at the fixed load; null where none arrived. */
  p95Ms: number | null;
  /** The more the better: rooms carried, or players per core where rooms were not counted. */
  yield: number;
}

/** An answer that takes longer than this is felt. */
const LONGEST_P95_MS = 100;
/** Of the best yield; what lies above it costs more delay than it is worth. */
const ENOUGH = 0.8;

const RULE =
  `the smallest interval above 0 that reaches ${ENOUGH * 100} % of the best (rooms carried, or players per ` +
  `core where rooms were not counted) and keeps the 95th percentile of a move within ${LONGEST_P95_MS} ms`;

/** Undefined where no interval is quick enough. */
export function recommend(candidates: readonly Candidate[]): number | undefined {
  const quick = candidates.filter(
    ({ intervalMs, p95Ms }) => intervalMs > 0 && p95Ms !== null && p95Ms <= LONGEST_P95_MS,
  );
  const best = Math.max(...quick.map((one) => one.yield));
  const enough = quick.filter((one) => one.yield >= ENOUGH * best);
  return enough.length === 0 ? undefined : Math.min(...enough.map(({ intervalMs }) => intervalMs));
}

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
  const found = new FindingsOf();
  const chart = (
    title: string,
    y: Chart['y'],
    lines: readonly (readonly [string, (one: SweptInterval) => number | null | undefined])[],
  ): unknown => {
    const values = swept.map(({ interval }) => interval);
    const x = { label: 'interval between flushes', unit: 'ms', values };
    return found.chart({ title, kind: 'line', x, y }, swept, lines);
  };
  const nameOf = (figure: string, { interval }: SweptInterval): string =>
    `${interval} ms: ${figure}`;
  found
    // The recommended interval first, then figure by figure.
    .compare([recommended], [['recommended interval', 'ms', (interval) => interval, 'lower']])
    .compare(swept, [['rooms carried', 'rooms', roomsAt, 'higher']], nameOf)
    .table<SweptInterval>(
      'One load at every interval',
      swept,
      [
        ['interval', 'ms', ({ interval }) => interval],
        ...figures.latencies('moves', ['p50', 'p95', 'p99'], 'lower'),
        ...figures.latencies('chat', ['p95']),
        ['frames per client', '/s', figures.framesEach, 'lower'],
        ['lost', '', figures.lost],
        ['server CPU', 'cores', figures.cores, 'lower'],
        ...figures.partCores(swept),
        ['players’ own process', '', figures.swarmState],
      ],
      {
        nameOf,
        note:
          `${load.rooms} room(s) of ${load.players} players, ${load.rate} events a second each, measured ` +
          `for ${load.seconds} s. At 0 ms each event goes out at once.`,
      },
    )
    .table<SweptInterval>(
      'Rooms of 200 carried at each interval',
      swept.filter(({ search }) => search !== undefined),
      [
        ['interval', 'ms', ({ interval }) => interval],
        ['rooms', '', roomsAt],
        ['players per core', '', ofBest(({ players, result }) => figures.perCore(players, result))],
        ['move mean', 'ms', ofBest(figures.latency('moves', 'mean'))],
        ['move p95', 'ms', ofBest(figures.latency('moves', 'p95'))],
        [
          'what failed at more',
          '',
          ({ search }) => {
            const failed = search?.tries.findLast(({ verdict }) => verdict !== 'carried');
            return failed === undefined ? '' : `${failed.rooms}: ${failed.why}`;
          },
        ],
      ],
    );
  chart(
    'Latency of a move',
    { label: 'latency', unit: 'ms', scale: 'log' },
    (['p50', 'p95', 'p99'] as const).map((rank) => [rank, figures.latency('moves', rank)]),
  );
  chart('CPU at the fixed load', { label: 'CPU', unit: 'cores' }, [
    ['all parts', figures.cores],
    ...figures.partLines(swept),
  ]);
  if (withRooms) chart('Rooms of 200 carried', { label: 'rooms' }, [['rooms', roomsAt]]);
  const instant = swept.filter(({ interval }) => interval === 0);
  return found
    .fault(...swept.flatMap(faultsAt))
    .note(
      recommended === undefined
        ? `No interval can be recommended. The rule: ${RULE}.`
        : `Recommended: ${recommended} ms. The rule: ${RULE}.`,
      ...instant
        .flatMap(({ result }) => figures.problemsOf(result))
        .map((text) => `At 0 ms, which is there to be compared with: ${text}.`),
    )
    .done({ recommended: recommended ?? null, swept });
}

/** A figure of the largest load that an interval carries. */
const ofBest =
  (read: (best: Try) => number | null) =>
  ({ search }: SweptInterval): number | null => {
    const best = bestTry(search?.tries ?? []);
    return best === undefined ? null : read(best);
  };

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
