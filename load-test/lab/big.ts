/** `big`: one room of thousands, who are told of those near them only (R23). */
import { BenchFault } from '../bench/piece.js';
import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import {
  BALANCES,
  processes,
  rate,
  seconds,
  type Context,
  type Experiment,
} from '../rig/experiment.js';
import * as figures from '../rig/play.js';
import {
  checkOpenFiles,
  fallenBehind,
  GAME_SETTINGS,
  gameLoad,
  joinSecondsOf,
  median,
  most,
  mostPlayers,
  playSampled,
  ratioOf,
  type Sampled,
} from '../rig/play.js';
import { startRig, withRig, type Rig, type RigSetup } from '../rig/rig.js';
import { watchMemory, type LoopSample, type MemorySeries } from '../rig/watch.js';
import { flag, LabError, maybe, decimal, readOptions, whole, word } from '../swarm/command-line.js';
import { round, type Summary } from '../swarm/histogram.js';
import type { Marking } from '../swarm/crowd-watch.js';
import type { SwarmOptions } from '../swarm/options.js';
import {
  bigLoad,
  capacityRig,
  CHATS_PER_SECOND,
  describeCapacity,
  PLAYERS_PER_STEP,
  searchCapacity,
  type CapacityLoad,
} from './capacity.js';
import { floorOf } from './cost.js';
import { isNear } from './reveals.js';
import { grownTooMuch, growthOf } from './soak.js';

const PLAYERS = 2_000;
/** The code of both is compiled by then. */
const WARMUP_S = 15;
/** What one run leaves behind must not burden the next one. */
const EMPTY_ROOM_S = 5;
/** How big a room is flushed, in ms, by its players. */
const FLUSHES = [
  { players: 2_500, ms: 80 },
  { players: 5_000, ms: 100 },
  { players: Infinity, ms: 200 },
] as const;
/** Answers of a room that grows: a mean, and a 95th percentile, in ms. */
const MEAN_MS = 100;
const P95_MS = 160;

const OPTIONS = {
  players: whole('players of the room', [501, 65_500], PLAYERS),
  rate: rate(),
  chats: decimal('messages a second of all together', [0, 1_000], CHATS_PER_SECOND),
  seconds: seconds(30, 'length of the measurement while all walk about'),
  minutes: maybe(
    decimal('the same in minutes, with the memory of all parts; no game', [0.1, 1_440]),
  ),
  questions: whole('questions of the game behind it, 0 for none', [0, 20], 5),
  processes: processes('server processes behind nginx', 2),
  balance: word('how nginx chooses among them', BALANCES, 'ip_hash'),
  direct: flag('one process with its store in memory, and no nginx'),
  find: flag('more players until the mean answer takes 100 ms, or one in twenty 160 ms'),
};

export const bigExperiment: Experiment = {
  name: 'big',
  about: 'one room of 2,000: latencies, bytes and CPU, a storm of joins, and reveals to all',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

type Given = ReturnType<typeof readOptions<typeof OPTIONS>>;

async function run(context: Context): Promise<Findings> {
  const given = readOptions(OPTIONS, context.options);
  const { players, direct, find } = given;
  // Without nginx nobody holds more than one end of a connection.
  checkOpenFiles(players, direct ? 1 : undefined);
  return find ? findMost(given, context) : measure(given, context);
}

/** Its own settings beside those of every rig of the laboratory, which allow as many connections as there are. */
function wishOf({ players, processes, balance, direct }: Given, core: number | undefined) {
  return {
    shape: direct ? 'single' : 'cluster',
    processes: direct ? 1 : processes,
    core,
    settings: {
      BALANCE: balance,
      MAX_ROOM_PLAYERS: String(players),
      CLUSTER_PLAYERS: String(2 * players),
      EMPTY_ROOM_S: String(EMPTY_ROOM_S),
      ...GAME_SETTINGS,
    },
  } satisfies Partial<RigSetup>;
}

async function measure(given: Given, context: Context): Promise<Findings> {
  const { players, rate, chats, direct, minutes, questions } = given;
  const flushMs = flushMsOf(players);
  const faults: string[] = [];
  const floors: number[] = [];
  const addFloor = async (): Promise<void> => {
    if (direct || context.signal.aborted) return;
    const load = { rooms: 1, players, rate, chatShare: chats / (players * rate) };
    try {
      floors.push(await floorOf({ ...load, intervalMs: flushMs }, context));
    } catch (error) {
      if (error instanceof BenchFault) faults.push(error.message);
      else if (!context.signal.aborted) throw error;
    }
  };
  await addFloor();
  const rig = startRig(wishOf(given, context.serverCore), context.progress);
  const played = await withRig(rig, async (ready): Promise<Omit<BigRun, 'floors'>> => {
    const walked = await walk(ready, given, context);
    if (questions === 0 || minutes !== undefined || context.signal.aborted) return { walked };
    const load = { ...loadOf(given), ...gameLoad(questions), warmupSeconds: 3 };
    return { walked, game: { ...(await playSampled(ready, load, context)), questions } };
  });
  await addFloor();
  return describeBig({ ...played, floors }, { players, flushMs, direct, faults });
}

function flushMsOf(players: number): number {
  return FLUSHES.find((one) => players <= one.players)?.ms ?? FLUSHES[2].ms;
}

function loadOf({ players, rate, chats, balance }: Given): Partial<SwarmOptions> {
  const redials = balance === 'room';
  return { ...bigLoad(players, rate, chats), redials, joinSeconds: joinSecondsOf(players) };
}

async function walk(
  rig: Rig,
  given: Given,
  { signal, progress }: Context,
): Promise<BigRun['walked']> {
  const { minutes } = given;
  const seconds = minutes === undefined ? given.seconds : minutes * 60;
  const load = { ...loadOf(given), warmupSeconds: WARMUP_S, seconds };
  const memory = minutes === undefined ? undefined : watchMemory(rig.parts, seconds);
  const onWindow = (edge: 'open' | 'close'): void =>
    edge === 'open' ? memory?.start() : memory?.stop();
  const sampled = await playSampled(rig, load, { signal, progress, onWindow });
  return { ...sampled, memory: memory?.series ?? [] };
}

async function findMost(given: Given, context: Context): Promise<Findings> {
  const { rate, seconds, players, processes, direct } = given;
  if (given.minutes !== undefined) throw new LabError('--find and --minutes do not go together');
  const load: CapacityLoad = {
    growing: 'room',
    players,
    rate,
    networks: 'player',
    seconds,
    bounds: { meanMs: MEAN_MS, p95Ms: P95_MS },
    start: Math.ceil(players / PLAYERS_PER_STEP),
    largest: Math.floor(mostPlayers(direct ? 1 : undefined) / PLAYERS_PER_STEP),
  };
  const wish = capacityRig({
    processes: direct ? 1 : processes,
    interval: 50,
    maxInterval: 100,
    core: context.serverCore,
  });
  return withRig(startRig(wish, context.progress), async (rig) =>
    describeCapacity(load, await searchCapacity(rig, load, context)),
  );
}

export interface BigRun {
  /** Everybody walks about; with the memory of each part in a long run. */
  walked: Pick<Sampled, 'result' | 'samples'> & { memory: readonly MemorySeries[] };
  game?: Sampled & { questions: number };
  /** Cores before and after. */
  floors: readonly number[];
}

export interface BigSetup {
  players: number;
  /** Between two frames to everybody, in ms. */
  flushMs: number;
  /** Without nginx and a floor. */
  direct: boolean;
  /** Of floors that could not be measured. */
  faults: readonly string[];
}

const RANKS = ['p50', 'p95', 'p99', 'max', 'mean'] as const;

export function describeBig(run: BigRun, setup: BigSetup): Findings {
  const { walked, game, floors } = run;
  const { direct, flushMs } = setup;
  const found = new FindingsOf();
  const ran: readonly figures.Ran[] = game === undefined ? [walked] : [walked, game];
  const name: Figure<figures.Ran> = ['', '', (one) => (one === game ? 'game' : 'walking')];
  const samples = [...walked.samples, ...(game?.samples ?? [])];
  const { joins, crowd } = walked.result;
  const target = (bound: number) => (direct ? 'lower' : bound);
  const latency = figures.latency;
  found.compare(
    [walked],
    [
      ['CPU / floor', '', () => ratioOf({ ...walked, floors }), target(3.3)],
      ['CPU', 'cores', figures.cores, 'lower'],
      ['moves p50', 'ms', latency('moves', 'p50'), 'lower'],
      ['moves p95', 'ms', latency('moves', 'p95'), direct ? 500 : 160],
      ['moves p99', 'ms', latency('moves', 'p99'), target(220)],
      ['chat p95', 'ms', latency('chat', 'p95'), target(250)],
      ['frames per client', '/s', figures.framesEach, 'lower'],
      ['kB per client', 'kB/s', (one) => round(figures.bytesEach(one) / 1000), target(7)],
      ['event loop late, max', 'ms', () => latest(walked.samples), target(50)],
      ['reveals: event loop late, median', 'ms', () => lateAtReveals(run), target(50)],
      ['reveals: told to all after the deadline, max', 'ms', () => slowestReveal(run), target(150)],
      [
        'joins: until those near are told, p95',
        'ms',
        () => (crowd === null || crowd.nearMs.count === 0 ? null : crowd.nearMs.p95),
        target(500),
      ],
      ['joins: MB to all meanwhile', 'MB', () => round(joins.bytes / 1e6), target(25)],
      ...(direct ? [['lost', '', figures.lost, 0] as const] : []),
    ],
  );
  const rows: [string, Summary][] = ran.flatMap((one, index) => [
    [index === 0 ? 'move' : 'move, in the game', one.result.moves.ms],
    [index === 0 ? 'chat' : 'chat, in the game', one.result.chat.ms],
  ]);
  found
    .table<[string, Summary]>('Latency', rows, [
      ['', '', ([what]) => what],
      ...RANKS.map((rank) => [rank, 'ms', ([, ms]: [string, Summary]) => ms[rank]] as const),
      ['samples', '', ([, { count }]) => count],
    ])
    .table<figures.Ran>('What each player gets, and what was told', ran, [
      name,
      ['frames', '/s', figures.framesEach],
      ['kB/s', '', (one) => round(figures.bytesEach(one) / 1000)],
      ['kB/s at most', '', ({ result }) => round(result.perClient.wireBytes.max / 1000)],
      ['frames with all near, each observer', '/s', fillsEach],
      ['moves judged', '', ({ result }) => result.moves.judged],
      ['lost', '', ({ result }) => result.moves.lost],
      ['superseded', '', ({ result }) => result.moves.folded + result.moves.skipped],
      ['messages sent', '', ({ result }) => result.chat.asked],
      ['taken', '', ({ result }) => result.chat.accepted],
      ['refused', '', ({ result }) => result.chat.refused],
      ['lost or doubled', '', ({ result: { chat } }) => chat.lost + chat.duplicates],
      ['people named', '', ({ result }) => result.crowd?.named],
      ['counts of the crowd', '', ({ result }) => result.crowd?.counts],
    ])
    .table<figures.Ran>('CPU by part', ran, [
      name,
      ['all parts', 'cores', figures.cores],
      ...figures.partCores(ran),
      ['the players’ own', 'cores', figures.swarmCores],
    ])
    .table<figures.Ran>(
      'Joins',
      ran,
      [
        ['joined', '', ({ result }) => result.joins.joined],
        ...figures.latencies('joins', ['p50', 'p95']),
        ['to those near p50', 'ms', ({ result }) => result.crowd?.nearMs.p50],
        ['p95', 'ms', ({ result }) => result.crowd?.nearMs.p95],
        ['max', 'ms', ({ result }) => result.crowd?.nearMs.max],
        ['MB to all meanwhile', '', ({ result }) => round(result.joins.bytes / 1e6)],
      ],
      { note: '100 a second; nobody moves meanwhile.' },
    )
    .table<Marking>(
      'Marks',
      game === undefined ? [] : markingsOf(game),
      [
        ['', '', ({ kind }) => (kind === 'end' ? 'end of the game' : 'reveal')],
        [
          'half of all told after',
          'ms',
          ({ afterMs }) => (afterMs.count === 0 ? null : afterMs.p50),
        ],
        ['all', 'ms', ({ afterMs }) => (afterMs.count === 0 ? null : afterMs.max)],
        ['own marks', '', ({ marked }) => marked],
        ['missing', '', ({ missing }) => missing],
        ['wrong', '', ({ wrong }) => wrong],
      ],
      {
        note:
          'After the deadline, by the clock of this machine. A mark is wrong unless score, rank and gain follow from ' +
          'who was right, and that from where each stood.',
      },
    )
    .table('Memory', walked.memory, figures.memoryFigures(growthOf))
    .chart(
      {
        title: 'Event loops, late at most',
        note: 'While all walk about, and after the last of it the game.',
        kind: 'line',
        x: { label: 'time', unit: 's', values: samples.map((_, second) => second + 1) },
        y: { label: 'late', unit: 'ms' },
      },
      samples,
      figures.loopLines(walked.samples),
    )
    .note(
      'Latencies of moves are to observers who had the mover within three by three cells when it moved: from the ' +
        'moment before it is sent until the observer has read it. A move that another one of the same player ' +
        'supersedes before it is told is counted as superseded.',
    );
  if (!direct)
    found.note(
      'The floor is one process with bare WebSockets, no proxy and no store, that reads the same events and ' +
        `sends each player one prepared frame of 350 bytes every ${flushMs} ms. It is measured before and after.`,
    );
  for (const one of ran)
    for (const fault of figures.problemsOf(one.result))
      found.fault(`${one === game ? 'game' : 'walking'}: ${fault}`);
  const behind = fallenBehind(walked.result, flushMs);
  if (direct) found.note(...behind);
  else found.fault(...behind);
  return found
    .fault(...missingReveals(game), ...grownTooMuch(walked.memory), ...setup.faults)
    .done({ ...run, setup });
}

/** Null where nobody told. */
function latest(samples: readonly LoopSample[]): number | null {
  return most(samples.flatMap(({ delays }) => delays.flatMap((delay) => delay?.max ?? [])));
}

/** The longest delay of any process around each reveal; of these the median. */
function lateAtReveals({ game }: BigRun): number | null {
  const reveals = game?.moments.filter(({ kind }) => kind === 'reveal') ?? [];
  return median(
    reveals.flatMap(
      (moment) => latest(game?.samples.filter((one) => isNear(one, moment)) ?? []) ?? [],
    ),
  );
}

function markingsOf({ result }: figures.Ran): readonly Marking[] {
  return result.crowd?.markings ?? [];
}

/** Until the last player of the slowest reveal had been told. */
function slowestReveal({ game }: BigRun): number | null {
  const told = game === undefined ? [] : markingsOf(game);
  return most(told.flatMap(({ afterMs }) => (afterMs.count > 0 ? [afterMs.max] : [])));
}

function fillsEach({ result: { crowd, options, windowSeconds } }: figures.Ran): number | null {
  if (crowd === null || windowSeconds === 0) return null;
  return round(crowd.fills / options.observers / (windowSeconds + options.warmupSeconds));
}

/** A run that was cut short has seen a part of its game. */
function missingReveals(game: BigRun['game']): string[] {
  if (game?.result.ended !== 'complete') return [];
  const count = markingsOf(game).filter(({ kind }) => kind === 'reveal').length;
  return count === game.questions ? [] : [`${count} reveals were told, not ${game.questions}`];
}
