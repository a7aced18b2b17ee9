/** `cost`: the CPU of a hall, held against the least server that could serve it, in the same run. */
import { measureFloor, type FloorOptions } from '../bench/measure-floor.js';
import { BenchFault } from '../bench/piece.js';
import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import {
  BALANCES,
  format,
  networks,
  rate,
  seconds,
  type Balance,
  type Context,
  type Experiment,
} from '../rig/experiment.js';
import * as figures from '../rig/play.js';
import { checkOpenFiles, fallenBehind, joinSecondsOf, play, ratioOf } from '../rig/play.js';
import { startRig, withRig } from '../rig/rig.js';
import { readOptions, someOf, whole, wholes, word } from '../swarm/command-line.js';
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';

export interface Costed extends figures.Ran {
  rooms: number;
  balance: Balance;
  /** Behind nginx. */
  processes: number;
  /** Cores of the floor before and, unless the run ended there, after. */
  floors: readonly number[];
}

/** The code of both is compiled by then. */
const WARMUP_S = 20;
const FLOOR_WARMUP_S = 8;
const FLOOR_SECONDS = 10;

const REDIS = ['one', 'cluster'] as const;
const OPTIONS = {
  rooms: wholes('numbers of rooms to measure', [1, 100], '1,6'),
  players: whole('players of each room', [2, 500], 200),
  rate: rate(),
  seconds: seconds(30, 'length of each measurement'),
  processes: wholes('numbers of processes behind nginx', [1, 64], '2'),
  balance: someOf('how nginx chooses among them', BALANCES, 'ip_hash'),
  redis: word('one, or a Redis Cluster: three primaries with a replica each', REDIS, 'one'),
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

/** Cores of the floor. Rejects with a BenchFault where its load was not as told. */
export async function floorOf(
  load: Pick<FloorOptions, 'rooms' | 'players' | 'rate' | 'chatShare' | 'intervalMs'>,
  { serverCore, swarmCore, signal, progress }: Context,
): Promise<number> {
  progress(`the floor of ${load.rooms} room(s) of ${load.players}`);
  const times = { warmupSeconds: FLOOR_WARMUP_S, seconds: FLOOR_SECONDS };
  const cores = { serverCore, clientCore: swarmCore };
  return (await measureFloor({ ...load, ...times, ...cores, signal })).cores;
}

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const given = readOptions(OPTIONS, options);
  const { players, rate, seconds, interval, format, networks } = given;
  const most = Math.max(...given.rooms) * players;
  checkOpenFiles(most);
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
        REDIS_CLUSTER: given.redis === 'cluster' ? 'on' : 'off',
      },
    } as const;
    const load = {
      rooms,
      players,
      rate,
      format,
      networks,
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
      let floor = await floorOf({ rooms, players, rate }, context);
      for (const balance of given.balance)
        for (const processes of given.processes) {
          const floors = [floor];
          const result = await hall(rooms, processes, balance);
          // What was cut short before anything was measured has no cost.
          if (result.windowSeconds === 0) return;
          costed.push({ rooms, balance, processes, result, floors });
          floor = await floorOf({ rooms, players, rate }, context);
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

/** How much the CPU of a hall may grow from the fewest to the most processes: spread over all, and on one of them. */
const TARGET_GROWTH: Record<Balance, number> = { ip_hash: 1.25, least_conn: 1.25, room: 1.15 };

/** `floorFaults` tell of floors that could not be measured. */
export function describeCost(
  costed: readonly Costed[],
  intervalMs: number,
  floorFaults: readonly string[] = [],
): Findings {
  const found = new FindingsOf();
  const isOne = new Set(costed.map(({ processes }) => processes)).size < 2;
  // The number of processes is in the name only where there are several, so that runs can be compared.
  const nameOf = (one: Costed): string =>
    isOne ? loadOf(one) : `${loadOf(one)}, ${one.processes} process(es)`;
  const named = (figure: string, one: Costed): string => `${nameOf(one)}: ${figure}`;
  const load: readonly Figure<Costed>[] = [
    ['rooms', '', ({ rooms }) => rooms],
    ['balance', '', ({ balance }) => balance],
    ['processes', '', ({ processes }) => processes],
  ];
  const floor = (at: number) => (one: Costed) => one.floors[at] && round(one.floors[at], 3);
  // Those with the most processes first, so that the names stand in their order.
  const longest = costed.toSorted((one, other) => other.processes - one.processes);
  const grown = growthOf(costed);
  for (const { fewest, most, ratio } of grown) {
    const name = `${loadOf(fewest)}: CPU of ${most.processes} processes / of ${fewest.processes}`;
    found.compare([ratio], [[name, '', (value) => value, TARGET_GROWTH[fewest.balance]]]);
  }
  found
    .table<Costed>(
      'CPU against the floor',
      costed,
      [
        ...load,
        ['floor before', 'cores', floor(0)],
        ['floor after', 'cores', floor(1)],
        ['CPU / floor', '', ratioOf, 'lower'],
        ['CPU', 'cores', figures.cores, 'lower'],
        [
          'CPU a room',
          'cores',
          ({ rooms, result: { server } }) => server && round(server.cores / rooms, 4),
        ],
      ],
      { nameOf: named },
    )
    .table('CPU by number of processes', grown, [
      ['rooms', '', ({ fewest }) => fewest.rooms],
      ['balance', '', ({ fewest }) => fewest.balance],
      ['fewest', '', ({ fewest }) => fewest.processes],
      ['all parts', 'cores', ({ fewest }) => figures.cores(fewest)],
      ['most', '', ({ most }) => most.processes],
      ['all parts', 'cores', ({ most }) => figures.cores(most)],
      ['ratio', '', ({ ratio }) => ratio],
    ])
    .table<Costed>(
      'What the players get',
      costed,
      [
        ...load,
        ...figures.latencies('moves', ['p50']),
        ...figures.latencies('moves', ['p95', 'p99'], 'lower'),
        ...figures.latencies('chat', ['p50']),
        ...figures.latencies('chat', ['p95'], 'lower'),
        ...figures.latencies('joins', ['p95']),
        ['frames per client', '/s', figures.framesEach, 'lower'],
        ['bytes per client', 'B/s', figures.bytesEach, 'lower'],
        ['lost', '', figures.lost],
      ],
      { nameOf: named },
    )
    .table<Costed>('CPU by part', costed, [
      ...load,
      ...figures.partCores(longest),
      ['the players’ own', 'cores', figures.swarmCores],
    ])
    .chart(
      {
        title: 'CPU',
        kind: 'bar',
        x: { label: '', values: costed.map(nameOf) },
        y: { label: 'CPU', unit: 'cores' },
      },
      costed,
      [
        [
          'floor',
          ({ floors }) => round(floors.reduce((sum, one) => sum + one, 0) / floors.length, 3),
        ],
        ['Madang, all parts', figures.cores],
      ],
    )
    .note(
      'The floor is one process with bare WebSockets, no proxy and no store: it reads what the players ' +
        'send and sends each of them one prepared frame of 350 bytes, 20 times a second, whatever the ' +
        'interval and the format. It is measured before and after, and the ratio is to the mean of both.',
    );
  for (const one of costed)
    for (const problem of [
      ...figures.problemsOf(one.result),
      ...fallenBehind(one.result, intervalMs),
    ])
      found.fault(`${nameOf(one)}: ${problem}`);
  return found.fault(...floorFaults).done({ costed });
}

/** Without the balance that was the only one for long, so that runs can be compared. */
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
