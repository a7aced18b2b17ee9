/** `capacity`: how many rooms, or how large a room, a server carries. */
import {
  decimal,
  LabError,
  maybe,
  readOptions,
  whole,
  word,
  type Values,
} from '../swarm/command-line.js';
import {
  bestTry,
  PLAYERS_PER_STEP,
  searchCapacity,
  sizeOf,
  type Bounds,
  type CapacityLoad,
  type Search,
  type Try,
} from './capacity-try.js';
import type { Context, Experiment } from './experiment.js';
import * as figures from './figures.js';
import { metricsOf, seriesOf, tableOf } from './tables.js';
import type { Chart, Findings, Table } from './findings.js';
import { networks, processes, rate } from './options.js';
import { checkOpenFiles } from './play.js';
import { findRig, withRig, type RigSetup } from './rig.js';

const DEFAULT_PLAYERS = 200;
/** Beyond any machine that the players fit on as well. */
const LARGEST_ROOMS = 1_000;
/** Slots are 16-bit. */
const LARGEST_ROOM = 65_500;
/** What nginx makes room for. */
const CLUSTER_PLAYERS = 10_000;
const EMPTY_ROOM_S = 5;

/** What counts as too much; shared with the sweep. */
export const BOUND_OPTIONS = {
  'mean-ms': decimal('a mean answer above it is too much', [1, 60_000], 100),
  'p95-ms': decimal('a 95th percentile above it is too much', [1, 60_000], 120),
};

const ms = (help: string) => maybe(whole(help, [0, 1000], undefined, 'MS'));
const OPTIONS = {
  growing: word('more rooms, or one room that grows', ['rooms', 'room'], 'rooms'),
  players: whole('players of each room', [2, LARGEST_ROOM], DEFAULT_PLAYERS),
  start: maybe(whole('rooms to begin with (1), or players of the room (200)', [1, LARGEST_ROOM])),
  rate: rate(),
  'step-seconds': decimal('length of each measurement', [1, 600], 10),
  processes: maybe(processes('1: one process alone; more: behind nginx (2)')),
  interval: ms('between two flushes of a room (50)'),
  'max-interval': ms('up to which it may stretch under load (100)'),
  networks,
  ...BOUND_OPTIONS,
};

export const capacityExperiment: Experiment = {
  name: 'capacity',
  about: 'more rooms of 200 until the mean answer takes 100 ms, then back off until it converges',
  options: OPTIONS,
  run,
};

export function boundsOf(given: Values<typeof BOUND_OPTIONS>): Bounds {
  return { meanMs: given['mean-ms'], p95Ms: given['p95-ms'] };
}

/** A rig for loads whose size nobody knows yet; intervals in ms. */
export function capacityRig({
  interval,
  maxInterval,
  ...setup
}: Pick<RigSetup, 'processes' | 'core'> & { interval: number; maxInterval: number }) {
  return {
    ...setup,
    flushIntervalMs: interval,
    settings: {
      FLUSH_MAX_MS: String(maxInterval),
      MAX_ROOM_PLAYERS: String(LARGEST_ROOM),
      CLUSTER_PLAYERS: String(CLUSTER_PLAYERS),
      // What a try that was too much leaves behind must not burden the next one.
      EMPTY_ROOM_S: String(EMPTY_ROOM_S),
    },
  };
}

async function run(context: Context): Promise<Findings> {
  const given = readOptions(OPTIONS, context.options);
  const load = loadOf(given);
  checkOpenFiles(sizeOf(load, load.start).players);
  const { processes = 2, interval = 50, 'max-interval': maxInterval = 100 } = given;
  if (context.options['target'] !== undefined && given.growing === 'room')
    throw new LabError('--growing room needs a server that allows rooms of any size: no --target');
  const wish = capacityRig({ processes, interval, maxInterval, core: context.serverCore });
  return withRig(findRig(context, wish, ['processes', 'interval', 'max-interval']), async (rig) =>
    describeCapacity(load, await searchCapacity(rig, load, context)),
  );
}

function loadOf(given: Values<typeof OPTIONS>): CapacityLoad {
  const { growing, players, rate, networks } = given;
  const load = { growing, players, rate, networks, seconds: given['step-seconds'] };
  const bounds = boundsOf(given);
  if (growing === 'rooms')
    return { ...load, bounds, start: given.start ?? 1, largest: LARGEST_ROOMS };
  return {
    ...load,
    bounds,
    start: Math.ceil((given.start ?? DEFAULT_PLAYERS) / PLAYERS_PER_STEP),
    largest: Math.floor(LARGEST_ROOM / PLAYERS_PER_STEP),
  };
}

export function describeCapacity(load: CapacityLoad, { capacity, tries }: Search): Findings {
  const most = sizeOf(load, capacity.most);
  const best = bestTry(tries);
  const bestPerCore = best && figures.perCore(best.players, best.result);
  const byRooms = load.growing === 'rooms';
  return {
    metrics: [
      ...metricsOf(
        [most],
        [
          ...(byRooms ? [['rooms', 'rooms', () => most.rooms, 'higher'] as const] : []),
          ['players', 'players', ({ players }) => players, 'higher'],
          ['players per core', 'players', () => bestPerCore, 'higher'],
        ],
      ),
      ...metricsOf(best === undefined ? [] : [best], [
        ['move mean at capacity', 'ms', ({ result }) => result.moves.ms.mean],
        ['move p95 at capacity', 'ms', ({ result }) => result.moves.ms.p95],
      ]),
    ],
    tables: [
      tableOf(
        'Capacity',
        [most],
        [
          [
            byRooms ? 'rooms' : 'rooms (one that grew)',
            '',
            ({ rooms, players }) => (players === 0 ? 0 : rooms),
          ],
          ['players', '', ({ players }) => players],
          ['players per core', '', () => bestPerCore],
          ['move mean', 'ms', () => best && figures.latency('moves', 'mean')(best)],
          ['move p95', 'ms', () => best && figures.latency('moves', 'p95')(best)],
          ['CPU', 'cores', () => best && figures.cores(best)],
          ['memory at most', 'MB', () => best?.result.server?.rssMb.max],
        ],
        'The largest load that was carried. A core is what all parts of the server used together.',
      ),
      ...(best === undefined ? [] : [partsTable(best)]),
      tableOf('Every try', tries, [
        ['rooms', '', ({ rooms }) => rooms],
        ['players', '', ({ players }) => players],
        ['move mean', 'ms', figures.latency('moves', 'mean')],
        ['move p95', 'ms', figures.latency('moves', 'p95')],
        ['lost', '', figures.lost],
        ['CPU', 'cores', figures.cores],
        ['players’ own CPU', 'cores', figures.swarmCores],
        ['verdict', '', ({ why }) => (why === '' ? 'carried' : why)],
      ]),
    ],
    charts: tries.length === 0 ? [] : chartsOf(load, tries),
    faults: faultsOfSearch(capacity, most),
    notes: [
      `Too much is a mean answer above ${load.bounds.meanMs} ms, a 95th percentile above ` +
        `${load.bounds.p95Ms} ms, or anything lost. A try that is too much is made once more, as a ` +
        'machine may have been busy with something else for a moment.',
      ...(capacity.limit === 'interrupted' ? ['The search was interrupted.'] : []),
    ],
    raw: { capacity, tries },
  };
}

function faultsOfSearch(
  { most, limit }: Search['capacity'],
  { players }: { players: number },
): string[] {
  const bound = `at least ${players} players are carried`;
  if (limit === 'swarm')
    return [`The players' own process was the limit, not the server: ${bound}.`];
  if (limit === 'range')
    return [`The largest load that can be made here is carried (ulimit -n limits it): ${bound}.`];
  return most === 0 && limit === 'server' ? ['Not even the smallest load is carried.'] : [];
}

function partsTable({ result: { server } }: Try): Table {
  return tableOf('Parts of the server at its capacity', server?.parts ?? [], [
    ['part', '', ({ name }) => name],
    ['CPU', 'cores', ({ cores }) => cores],
    ['memory at most', 'MB', ({ rssMb }) => rssMb.max],
  ]);
}

/** Of the last try of each size, smallest first. */
function chartsOf({ growing }: CapacityLoad, tries: readonly Try[]): Chart[] {
  const last = new Map(tries.map((one) => [one.players, one]));
  const sizes = [...last.values()].toSorted((a, b) => a.players - b.players);
  const x =
    growing === 'rooms'
      ? { label: 'rooms', values: sizes.map(({ rooms }) => rooms) }
      : { label: 'players in one room', values: sizes.map(({ players }) => players) };
  return [
    {
      title: 'Latency of a move',
      kind: 'line',
      x,
      y: { label: 'latency', unit: 'ms', scale: 'log' },
      series: seriesOf(sizes, [
        ['mean', figures.latency('moves', 'mean')],
        ['p95', figures.latency('moves', 'p95')],
      ]),
    },
    {
      title: 'CPU',
      kind: 'line',
      x,
      y: { label: 'CPU', unit: 'cores' },
      series: seriesOf(sizes, [
        ...figures.partCores(sizes),
        ['all parts', figures.cores],
        ['the players’ own', figures.swarmCores],
      ]),
    },
  ];
}
