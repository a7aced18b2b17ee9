/** `capacity`: how many rooms, or how large a room, a server carries: more until it is too much, then back until it converges. */

import { type SwarmOptions, areBig, type Networks } from '../swarm/options.js';
import { until } from '../swarm/waiting.js';
import type { SwarmResult } from '../swarm/result.js';
import { type Context, type Experiment, networks, processes, rate } from '../rig/experiment.js';
import * as figures from '../rig/play.js';
import {
  faultsOf,
  saturationOf,
  type Ran,
  joinSecondsOf,
  mostPlayers,
  play,
  checkOpenFiles,
} from '../rig/play.js';
import { type Rig, isReady, findRig, withRig, type RigSetup } from '../rig/rig.js';
import {
  decimal,
  LabError,
  maybe,
  readOptions,
  whole,
  word,
  type Values,
} from '../swarm/command-line.js';
import { FindingsOf, type Findings } from '../report/findings.js';

/** What one try showed: it is carried, the server could not, or the players themselves could not. */
export type Verdict = 'carried' | 'server' | 'swarm';

export interface Capacity {
  /** The most that was carried; 0 if not even one was. */
  most: number;
  /** Why it is not more: who failed at the next one, the largest try allowed, or an interruption. */
  limit: 'server' | 'swarm' | 'range' | 'interrupted';
}

interface Range {
  start: number;
  largest: number;
}

/** A moment in which the machine was busy with something else must not decide. */
const TRIES = 2;

/**
 * Steps away from the start in steps that double until the limit lies between two tries, then halves
 * what lies between them. A try that fails is made once more. `attempt` resolves with undefined when
 * it was interrupted.
 */
export async function findCapacity(
  attempt: (count: number) => Promise<Verdict | undefined>,
  { start, largest }: Range,
): Promise<Capacity> {
  let most = 0;
  let failed = largest + 1;
  let limit: Capacity['limit'] = 'range';
  let count = Math.min(start, largest);
  let step = 1;
  while (failed - most > 1) {
    const verdict = await attemptTwice(attempt, count);
    if (verdict === undefined) return { most, limit: 'interrupted' };
    if (verdict === 'carried') most = count;
    else {
      failed = count;
      limit = verdict;
    }
    const isBracketed = most > 0 && failed <= largest;
    if (isBracketed) count = Math.floor((most + failed) / 2);
    else count = most > 0 ? Math.min(most + step, largest) : Math.max(failed - step, 1);
    step *= 2;
  }
  return { most, limit };
}

async function attemptTwice(
  attempt: (count: number) => Promise<Verdict | undefined>,
  count: number,
): Promise<Verdict | undefined> {
  let verdict: Verdict | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    verdict = await attempt(count);
    if (verdict === undefined || verdict === 'carried') break;
  }
  return verdict;
}

/** A little more than the room takes, so that some are refused. */
export const CHATS_PER_SECOND = 24;
const OBSERVERS = 20;

/** One room of raw clients who walk about, of whom some read everything. `rate`: events a second of each. */
export function bigLoad(
  players: number,
  rate: number,
  chatsPerSecond = CHATS_PER_SECOND,
): Partial<SwarmOptions> {
  return {
    rooms: 1,
    players,
    rate,
    chatShare: Math.min(1, chatsPerSecond / (players * rate)),
    observers: Math.min(players, OBSERVERS),
    format: 'compact2',
    walk: true,
    // Its pings would be the server's work.
    probe: false,
  };
}

/** What a server must keep to; more is too much. */
export interface Bounds {
  /** Of the latencies of moves, end to end. */
  meanMs: number;
  p95Ms: number;
}

export interface CapacityLoad {
  /** More rooms of one size, or one room of growing size. */
  growing: 'rooms' | 'room';
  /** Per room; unused where the room grows. */
  players: number;
  rate: number;
  networks: Networks;
  /** Length of each measurement. */
  seconds: number;
  bounds: Bounds;
  /** In steps, as `sizeOf` counts them. */
  start: number;
  /** The largest that makes sense, beside the limit of open files. */
  largest: number;
}

export interface Try extends Ran {
  rooms: number;
  players: number;
  verdict: Verdict;
  /** Why it is too much; empty if it is not. */
  why: string;
}

export interface Search {
  capacity: Capacity;
  /** In their order. */
  tries: readonly Try[];
}

/** By so many players one room grows. */
export const PLAYERS_PER_STEP = 50;
const LONGEST_JOIN_S = 20;
const WARMUP_S = 2;
const RECOVERY_MS = 60_000;
const LOOK_EVERY_MS = 250;

function sizeOf(
  { growing, players }: Pick<CapacityLoad, 'growing' | 'players'>,
  count: number,
): { rooms: number; players: number } {
  return growing === 'rooms'
    ? { rooms: count, players: count * players }
    : { rooms: 1, players: count * PLAYERS_PER_STEP };
}

/** The largest that was carried. */
export function bestTry(tries: readonly Try[]): Try | undefined {
  return tries
    .filter(({ verdict }) => verdict === 'carried')
    .toSorted((one, other) => other.players - one.players)[0];
}

export async function searchCapacity(
  rig: Rig,
  load: CapacityLoad,
  context: Pick<Context, 'signal' | 'progress'>,
): Promise<Search> {
  const tries: Try[] = [];
  const largest = Math.min(load.largest, Math.floor(mostPlayers() / sizeOf(load, 1).players));
  const attempt = async (count: number): Promise<Verdict | undefined> => {
    const one = await tryOnce(rig, load, count, context);
    if (context.signal.aborted) return undefined;
    tries.push(one);
    context.progress(`${one.rooms} room(s), ${one.players} players: ${one.why || 'carried'}`);
    return one.verdict;
  };
  const capacity = await findCapacity(attempt, { start: load.start, largest });
  return { capacity, tries };
}

async function tryOnce(
  rig: Rig,
  load: CapacityLoad,
  count: number,
  { signal, progress }: Pick<Context, 'signal' | 'progress'>,
): Promise<Try> {
  // A server that was given too much has to get through it first.
  await until(() => isReady(rig.target), { everyMs: LOOK_EVERY_MS, limitMs: RECOVERY_MS, signal });
  const { rooms, players } = sizeOf(load, count);
  progress(`trying ${rooms} room(s), ${players} players`);
  const { result } = await play(
    rig,
    {
      rooms,
      players: players / rooms,
      rate: load.rate,
      networks: load.networks,
      seconds: load.seconds,
      warmupSeconds: WARMUP_S,
      joinSeconds: Math.min(LONGEST_JOIN_S, joinSecondsOf(players)),
      ...(areBig({ players: players / rooms, seats: undefined }) && bigLoad(players, load.rate)),
    },
    { signal, progress: () => {} },
  );
  return { rooms, players, ...judge(result, load.bounds), result };
}

/** The server is to blame only if the players' own process kept up. */
export function judge(
  result: SwarmResult,
  { meanMs, p95Ms }: Bounds,
): { verdict: Verdict; why: string } {
  const { mean, p95, count } = result.moves.ms;
  const reasons = faultsOf(result);
  if (count === 0) reasons.push('no move arrived');
  if (mean > meanMs) reasons.push(`the mean answer took ${mean} ms`);
  if (p95 > p95Ms) reasons.push(`one in twenty answers took more than ${p95} ms`);
  if (reasons.length === 0) return { verdict: 'carried', why: '' };
  const saturation = saturationOf(result);
  if (saturation !== undefined) reasons.push(saturation);
  return {
    verdict: saturation === undefined ? 'server' : 'swarm',
    why: reasons.join('; '),
  };
}

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
  const carried = sizeOf(load, capacity.most);
  const best = bestTry(tries);
  const byRooms = load.growing === 'rooms';
  // Of the last try of each size, smallest first.
  const sizes = [...new Map(tries.map((one) => [one.players, one])).values()].toSorted(
    (a, b) => a.players - b.players,
  );
  const x = byRooms
    ? { label: 'rooms', values: sizes.map(({ rooms }) => rooms) }
    : { label: 'players in one room', values: sizes.map(({ players }) => players) };
  const found = new FindingsOf()
    .table(
      'Capacity',
      [carried],
      [
        byRooms
          ? ['rooms', '', ({ rooms, players }) => (players === 0 ? 0 : rooms), 'higher']
          : ['rooms (one that grew)', '', ({ rooms, players }) => (players === 0 ? 0 : rooms)],
        ['players', '', ({ players }) => players, 'higher'],
        [
          'players per core',
          '',
          () => best && figures.perCore(best.players, best.result),
          'higher',
        ],
        [
          'move mean at capacity',
          'ms',
          () => best && figures.latency('moves', 'mean')(best),
          'lower',
        ],
        [
          'move p95 at capacity',
          'ms',
          () => best && figures.latency('moves', 'p95')(best),
          'lower',
        ],
        ['CPU', 'cores', () => best && figures.cores(best)],
        ['memory at most', 'MB', () => best?.result.server?.rssMb.max],
      ],
      {
        note: 'The largest load that was carried. A core is what all parts of the server used together.',
      },
    )
    .table('Parts of the server at its capacity', best?.result.server?.parts ?? [], [
      ['part', '', ({ name }) => name],
      ['CPU', 'cores', ({ cores }) => cores],
      ['memory at most', 'MB', ({ rssMb }) => rssMb.max],
    ])
    .table<Try>('Every try', tries, [
      ['rooms', '', ({ rooms }) => rooms],
      ['players', '', ({ players }) => players],
      ...figures.latencies('moves', ['mean', 'p95']),
      ['lost', '', figures.lost],
      ['CPU', 'cores', figures.cores],
      ['players’ own CPU', 'cores', figures.swarmCores],
      ['verdict', '', ({ why }) => (why === '' ? 'carried' : why)],
    ]);
  if (tries.length > 0)
    found
      .chart(
        {
          title: 'Latency of a move',
          kind: 'line',
          x,
          y: { label: 'latency', unit: 'ms', scale: 'log' },
        },
        sizes,
        [
          ['mean', figures.latency('moves', 'mean')],
          ['p95', figures.latency('moves', 'p95')],
        ],
      )
      .chart({ title: 'CPU', kind: 'line', x, y: { label: 'CPU', unit: 'cores' } }, sizes, [
        ...figures.partLines(sizes),
        ['all parts', figures.cores],
        ['the players’ own', figures.swarmCores],
      ]);
  return found
    .fault(...faultsOfSearch(capacity, carried))
    .note(
      `Too much is a mean answer above ${load.bounds.meanMs} ms, a 95th percentile above ` +
        `${load.bounds.p95Ms} ms, or anything lost. A try that is too much is made once more, as a ` +
        'machine may have been busy with something else for a moment.',
      ...(capacity.limit === 'interrupted' ? ['The search was interrupted.'] : []),
    )
    .done({ capacity, tries });
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
