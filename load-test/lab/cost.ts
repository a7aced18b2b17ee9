/** `cost`: the CPU of a hall, held against the least server that could serve it, in the same run. */
import { measureFloor } from '../bench/measure-floor.js';
import { BenchFault } from '../bench/piece.js';
import { readOptions, someOf, whole, wholes } from '../swarm/command-line.js';
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import type { Context, Experiment } from './experiment.js';
import * as figures from './figures.js';
import { heldAgainst, metricsOf, seriesOf, tableOf } from './tables.js';
import type { Findings } from './findings.js';
import { BALANCES, format, networks, rate, seconds, type Balance } from './options.js';
import { checkOpenFiles, joinSecondsOf, play } from './play.js';
import { startRig, withRig } from './rig.js';

export interface Costed extends figures.Ran {
  rooms: number;
  balance: Balance;
  /** Behind nginx. */
  processes: number;
  /** Cores of the floor before and, unless the run ended there, after. */
  floors: readonly number[];
}

const FLOOR_SECONDS = 10;
/** The code of both is compiled by then. */
const WARMUP_S = 20;
const FLOOR_WARMUP_S = 8;

const OPTIONS = {
  rooms: wholes('numbers of rooms to measure', [1, 100], '1,6'),
  players: whole('players of each room', [2, 500], 200),
  rate: rate(),
  seconds: seconds(30, 'length of each measurement'),
  processes: wholes('numbers of processes behind nginx', [1, 64], '2'),
  balance: someOf('how nginx chooses among them', BALANCES, 'ip_hash'),
  interval: whole('between two flushes of a room', [10, 1_000], 50, 'MS'),
  format,
  networks,
};

export const costExperiment: Experiment = {
  name: 'cost',
  about: 'CPU of a hall as a ratio to the floor, the least server that could serve it',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, swarmCore, signal, progress } = context;
  const given = readOptions(OPTIONS, options);
  const { players, rate, seconds, interval, format, networks } = given;
  const crowd = { players, rate, format, networks };
  const most = Math.max(...given.rooms) * players;
  checkOpenFiles(most);

  const floorOf = async (rooms: number): Promise<number> => {
    progress(`the floor of ${rooms} room(s)`);
    const load = { rooms, players, rate, warmupSeconds: FLOOR_WARMUP_S, seconds: FLOOR_SECONDS };
    return (await measureFloor({ ...load, serverCore, clientCore: swarmCore, signal })).cores;
  };
  const hall = (rooms: number, processes: number, balance: Balance): Promise<SwarmResult> => {
    const wish = {
      // Behind nginx and with Redis also where there is one: what differs is their number alone.
      shape: 'cluster',
      processes,
      flushIntervalMs: interval,
      core: serverCore,
      // A fixed interval: every size does the same work.
      settings: {
        CLUSTER_PLAYERS: String(2 * most),
        FLUSH_MAX_MS: String(interval),
        BALANCE: balance,
      },
    } as const;
    const load = {
      ...crowd,
      rooms,
      seconds,
      joinSeconds: joinSecondsOf(rooms * players),
      warmupSeconds: WARMUP_S,
      // Its pings would be the server's work, and the floor has none.
      probe: false,
      redials: balance === 'room',
    };
    return withRig(
      startRig(wish, progress),
      async (rig) => (await play(rig, load, context)).result,
    );
  };

  const costed: Costed[] = [];
  const faults: string[] = [];
  const measure = async (): Promise<void> => {
    for (const rooms of given.rooms) {
      // Before and after, as machines drift; what is after the one is before the next.
      let floor = await floorOf(rooms);
      for (const balance of given.balance)
        for (const processes of given.processes) {
          const floors = [floor];
          const result = await hall(rooms, processes, balance);
          // What was cut short before anything was measured has no cost.
          if (result.windowSeconds === 0) return;
          costed.push({ rooms, balance, processes, result, floors });
          floor = await floorOf(rooms);
          floors.push(floor);
        }
    }
  };
  try {
    await measure();
  } catch (error) {
    if (error instanceof BenchFault) faults.push(error.message);
    // An interruption ends the floor by an error; what was measured before it stays.
    else if (!signal.aborted) throw error;
  }
  return describeCost(costed, interval, faults);
}

/** A server that sends less than this share of what it should has not done the work that it is to be charged for. */
const SENT = 0.9;
/** How much the CPU of a hall may grow from the fewest to the most processes: spread over all, and on one of them. */
const TARGET_GROWTH: Record<Balance, number> = { ip_hash: 1.25, least_conn: 1.25, room: 1.15 };

/** `floorFaults` tell of floors that could not be measured. */
export function describeCost(
  costed: readonly Costed[],
  intervalMs: number,
  floorFaults: readonly string[] = [],
): Findings {
  const nameOf = namer(costed);
  const grown = growthOf(costed);
  return {
    metrics: [
      ...metricsOf(
        grown,
        [['CPU', 'count', ({ ratio }) => ratio]],
        (figure, { fewest, most }) =>
          `${loadOf(fewest)}: ${figure} of ${most.processes} processes / of ${fewest.processes}`,
      ),
      // The ratio first.
      ...costed.flatMap((each) =>
        metricsOf<Costed>(
          [each],
          [
            ['CPU / floor', 'count', ratioOf],
            ['CPU', 'cores', figures.cores],
            ['moves p95', 'ms', figures.latency('moves', 'p95')],
            ['moves p99', 'ms', figures.latency('moves', 'p99')],
            ['chat p95', 'ms', figures.latency('chat', 'p95')],
            ['frames per client', '/s', figures.framesEach],
            ['bytes per client', 'B/s', figures.bytesEach],
          ],
          (figure, one) => `${nameOf(one)}: ${figure}`,
        ),
      ),
    ],
    tables: tablesOf(costed, grown),
    charts: [
      {
        title: 'CPU',
        kind: 'bar',
        x: { label: '', values: costed.map(nameOf) },
        y: { label: 'CPU', unit: 'cores' },
        series: seriesOf<Costed>(costed, [
          ['floor', (one) => round(floorOf(one), 3)],
          ['Madang, all parts', figures.cores],
        ]),
      },
    ],
    faults: [
      ...costed.flatMap((one) =>
        [...figures.problemsOf(one.result), ...fallenBehind(one.result, intervalMs)].map(
          (problem) => `${nameOf(one)}: ${problem}`,
        ),
      ),
      ...floorFaults,
    ],
    notes: [
      'The floor is one process with bare WebSockets, no proxy and no store: it reads what the players ' +
        'send and sends each of them one prepared frame of 350 bytes, 20 times a second, whatever the ' +
        'interval and the format. It is measured before and after, and the ratio is to the mean of both.',
      ...grown.map(({ fewest, most, ratio }) =>
        heldAgainst(
          `CPU of ${loadOf(fewest)} from ${fewest.processes} to ${most.processes} processes`,
          ratio,
          TARGET_GROWTH[fewest.balance],
          'times',
        ),
      ),
    ],
    raw: { costed },
  };
}

/** The number of processes is in the name only where there are several, so that runs can be compared. */
function namer(costed: readonly Costed[]): (one: Costed) => string {
  const isOne = new Set(costed.map(({ processes }) => processes)).size < 2;
  return (one) => (isOne ? loadOf(one) : `${loadOf(one)}, ${one.processes} process(es)`);
}

/** For the same reason without the balance that was the only one for long. */
function loadOf({ rooms, balance }: Costed): string {
  return balance === 'ip_hash' ? `${rooms} room(s)` : `${rooms} room(s), ${balance}`;
}

/** The CPU of the same rooms at the fewest and at the most processes. */
interface Growth {
  fewest: Costed;
  most: Costed;
  /** Null where one of the two is not known. */
  ratio: number | null;
}

/** A value for each number of rooms and balance that was measured at several numbers of processes. */
export function growthOf(costed: readonly Costed[]): Growth[] {
  return [...new Set(costed.map(loadOf))].flatMap((load) => {
    const same = costed
      .filter((one) => loadOf(one) === load)
      .toSorted((one, other) => one.processes - other.processes);
    const [fewest, most] = [same[0], same.at(-1)];
    if (fewest === undefined || most === undefined || fewest.processes === most.processes)
      return [];
    const [less, more] = [figures.cores(fewest), figures.cores(most)];
    const ratio = less === null || more === null || !(less > 0) ? null : round(more / less);
    return [{ fewest, most, ratio }];
  });
}

/** Every flush in which something happened is a frame at least; one that came late takes the place of two. */
function fallenBehind({ options, perClient }: SwarmResult, intervalMs: number): string[] {
  const eventsPerFlush = (options.players * options.rate * intervalMs) / 1000;
  const least = (1000 / intervalMs) * (1 - Math.exp(-eventsPerFlush));
  const { mean } = perClient.frames;
  if (mean >= SENT * least) return [];
  return [
    `each player got ${mean} frames a second, not ${round(least, 1)}: the server, or its core, was ` +
      'too busy, so its CPU is not that of the whole work',
  ];
}

function floorOf({ floors }: Costed): number {
  return floors.reduce((sum, one) => sum + one, 0) / floors.length;
}

/** Null where one of the two is not known. */
export function ratioOf(one: Costed): number | null {
  const all = figures.cores(one);
  const floor = floorOf(one);
  return all === null || !(floor > 0) ? null : round(all / floor);
}

function tablesOf(costed: readonly Costed[], grown: readonly Growth[]): Findings['tables'] {
  const load = [
    ['rooms', '', ({ rooms }: Costed) => rooms],
    ['balance', '', ({ balance }: Costed) => balance],
    ['processes', '', ({ processes }: Costed) => processes],
  ] as const;
  const floor = (at: number) => (one: Costed) => one.floors[at] && round(one.floors[at], 3);
  // Those with the most processes first, so that the names stand in their order.
  const longest = costed.toSorted((one, other) => other.processes - one.processes);
  return [
    tableOf<Costed>('CPU against the floor', costed, [
      ...load,
      ['floor before', 'cores', floor(0)],
      ['floor after', 'cores', floor(1)],
      ['all parts', 'cores', figures.cores],
      ['ratio', '', ratioOf],
      [
        'CPU a room',
        'cores',
        ({ rooms, result: { server } }) => server && round(server.cores / rooms, 4),
      ],
    ]),
    ...(grown.length > 0
      ? [
          tableOf('CPU by number of processes', grown, [
            ['rooms', '', ({ fewest }) => fewest.rooms],
            ['balance', '', ({ fewest }) => fewest.balance],
            ['fewest', '', ({ fewest }) => fewest.processes],
            ['all parts', 'cores', ({ fewest }) => figures.cores(fewest)],
            ['most', '', ({ most }) => most.processes],
            ['all parts', 'cores', ({ most }) => figures.cores(most)],
            ['ratio', '', ({ ratio }) => ratio],
            ['target at most', '', ({ fewest }) => TARGET_GROWTH[fewest.balance]],
          ]),
        ]
      : []),
    tableOf<Costed>('What the players get', costed, [
      ...load,
      ['move p50', 'ms', figures.latency('moves', 'p50')],
      ['p95', 'ms', figures.latency('moves', 'p95')],
      ['p99', 'ms', figures.latency('moves', 'p99')],
      ['chat p50', 'ms', figures.latency('chat', 'p50')],
      ['p95', 'ms', figures.latency('chat', 'p95')],
      ['join p95', 'ms', figures.latency('joins', 'p95')],
      ['frames a client', '/s', figures.framesEach],
      ['a client', 'kB/s', (one) => round(figures.bytesEach(one) / 1000)],
      ['lost', '', figures.lost],
    ]),
    tableOf<Costed>('CPU by part', costed, [
      ...load,
      ...figures.partCores(longest).map(([part, read]) => [part, 'cores', read] as const),
      ['the players’ own', 'cores', figures.swarmCores],
    ]),
  ];
}
