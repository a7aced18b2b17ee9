/** `big`: one room of thousands, who are told of those near them only (R23). */
import { measureFloor } from '../bench/measure-floor.js';
import { BenchFault } from '../bench/piece.js';
import { flag, LabError, maybe, decimal, readOptions, whole, word } from '../swarm/command-line.js';
import type { SwarmOptions } from '../swarm/options.js';
import type { Told } from '../swarm/room.js';
import { describeBig, type BigRun, type Walked } from './big-findings.js';
import { bigLoad, CHATS_PER_SECOND } from './big-load.js';
import { capacityRig, describeCapacity } from './capacity.js';
import { PLAYERS_PER_STEP, searchCapacity, type CapacityLoad } from './capacity-try.js';
import type { Context, Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { sampleLoops, type LoopSample } from './loop-delay.js';
import { watchMemory } from './memory.js';
import { momentsOf } from './moments.js';
import { BALANCES, processes, rate, seconds } from './options.js';
import { checkOpenFiles, joinSecondsOf, mostPlayers, play } from './play.js';
import { startRig, withRig, type Rig } from './rig.js';
import type { RigSetup } from './rig-contract.js';

const PLAYERS = 2_000;
const COUNTDOWN_S = 1;
const GET_READY_S = 1;
/** Enough to walk to a zone and to stand there before the deadline. */
const ANSWER_S = 5;
const REVEAL_S = 3;
/** After the game: phases may be late, and the last frames are still to be counted. */
const SPARE_S = 4;
/** The code of both is compiled by then. */
const WARMUP_S = 15;
const FLOOR_WARMUP_S = 8;
const FLOOR_SECONDS = 10;
const ASK_EVERY_MS = 1_000;
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
      COUNTDOWN_MS: String(COUNTDOWN_S * 1000),
      GET_READY_MS: String(GET_READY_S * 1000),
      REVEAL_MS: String(REVEAL_S * 1000),
    },
  } satisfies Partial<RigSetup>;
}

async function measure(given: Given, context: Context): Promise<Findings> {
  const { players, direct, minutes, questions } = given;
  const faults: string[] = [];
  const floors: number[] = [];
  const addFloor = async (): Promise<void> => {
    if (direct || context.signal.aborted) return;
    try {
      floors.push(await floorOf(given, context));
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
    return { walked, game: await playGame(ready, given, context) };
  });
  await addFloor();
  return describeBig(
    { ...played, floors },
    { players, flushMs: flushMsOf(players), direct, faults },
  );
}

async function floorOf(
  { players, rate, chats }: Given,
  { serverCore, swarmCore, signal, progress }: Context,
): Promise<number> {
  progress(`the floor of ${players} players`);
  const { cores } = await measureFloor({
    rooms: 1,
    players,
    rate,
    chatShare: chats / (players * rate),
    intervalMs: flushMsOf(players),
    warmupSeconds: FLOOR_WARMUP_S,
    seconds: FLOOR_SECONDS,
    serverCore,
    clientCore: swarmCore,
    signal,
  });
  return cores;
}

function flushMsOf(players: number): number {
  return FLUSHES.find((one) => players <= one.players)?.ms ?? FLUSHES[2].ms;
}

function loadOf({ players, rate, chats, balance }: Given): Partial<SwarmOptions> {
  const redials = balance === 'room';
  return { ...bigLoad(players, rate, chats), redials, joinSeconds: joinSecondsOf(players) };
}

async function walk(rig: Rig, given: Given, context: Context): Promise<Walked> {
  const { minutes, seconds } = given;
  const load = {
    ...loadOf(given),
    warmupSeconds: WARMUP_S,
    seconds: minutes === undefined ? seconds : minutes * 60,
  };
  const memory = minutes === undefined ? undefined : watchMemory(rig.parts, load.seconds);
  const { result, samples } = await playSampled(rig, load, context, (edge) => {
    if (edge === 'open') memory?.start();
    else memory?.stop();
  });
  return { result, samples, memory: memory?.series ?? [] };
}

async function playGame(
  rig: Rig,
  given: Given,
  context: Context,
): Promise<NonNullable<BigRun['game']>> {
  const { questions } = given;
  const load = {
    ...loadOf(given),
    answer: true,
    quiz: { questions, answerSeconds: ANSWER_S },
    warmupSeconds: 3,
    seconds: COUNTDOWN_S + questions * (GET_READY_S + ANSWER_S + REVEAL_S) + SPARE_S,
  };
  const told: Told[] = [];
  const played = await playSampled(rig, load, context, undefined, (one) => told.push(one));
  return { ...played, moments: momentsOf(told), questions };
}

async function playSampled(
  rig: Rig,
  load: Partial<SwarmOptions>,
  { signal, progress }: Context,
  onEdge: (edge: 'open' | 'close') => void = () => {},
  onTold: (told: Told) => void = () => {},
): Promise<Pick<Walked, 'result' | 'samples'>> {
  let tellSamples = (): Promise<LoopSample[]> => Promise.resolve([]);
  let samples: Promise<LoopSample[]> = Promise.resolve([]);
  const { result } = await play(rig, load, {
    signal,
    progress,
    onTold,
    onWindow: (edge) => {
      onEdge(edge);
      if (edge === 'open') tellSamples = sampleLoops(rig.processes, ASK_EVERY_MS);
      else samples = tellSamples();
    },
  });
  return { result, samples: await samples };
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
