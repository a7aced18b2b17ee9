/** One run of the swarm against a rig. */

import { LabError } from '../swarm/command-line.js';
import { DEFAULT_OPTIONS, type SwarmOptions } from '../swarm/options.js';
import { openFileLimit } from '../swarm/monitor.js';
import { runSwarm, type RunControl } from '../swarm/swarm.js';
import type { Context } from './experiment.js';
import type { Figure } from '../report/findings.js';
import {
  momentsOf,
  sampleLoops,
  watchLoops,
  type LoopDelay,
  type LoopSample,
  type MemorySeries,
  type Moment,
} from './watch.js';
import type { Told } from '../swarm/room.js';
import type { Rig } from './rig.js';
import { round, type Summary } from '../swarm/histogram.js';
import { unansweredIn, type SwarmResult } from '../swarm/result.js';

export interface Played extends Ran {
  /** Of each process of the rig, over the measuring window. */
  loops: (LoopDelay | null)[];
}

/** nginx holds two for each player; the rest is for files, pipes and the parts' own connections. */
const FILES_PER_PLAYER = 2;
const SPARE_FILES = 256;
/** Quicker than a hall fills; a server stands it (`join-storm`). */
const JOINS_PER_SECOND = 100;

export function joinSecondsOf(players: number): number {
  return players / JOINS_PER_SECOND;
}

/** How many players the limit of open files allows here; `perPlayer` is of the part that holds the most. */
export function mostPlayers(perPlayer = FILES_PER_PLAYER): number {
  const limit = openFileLimit('self') ?? Infinity;
  return Math.floor((limit - SPARE_FILES) / perPlayer);
}

/** Throws a LabError if that many players need more open files than are allowed. */
export function checkOpenFiles(players: number, perPlayer = FILES_PER_PLAYER): void {
  if (players <= mostPlayers(perPlayer)) return;
  const needed = players * perPlayer + SPARE_FILES;
  throw new LabError(
    `${players} players need ${needed} open files, the limit is ${openFileLimit('self') ?? 0}: ulimit -n ${needed}`,
  );
}

export async function play(
  rig: Rig,
  options: Partial<SwarmOptions>,
  {
    signal,
    progress,
    onWindow: onEdge = () => {},
    onTold = () => {},
  }: Pick<Context, 'signal' | 'progress'> & Pick<RunControl, 'onWindow' | 'onTold'>,
): Promise<Played> {
  let tellLoops = (): Promise<(LoopDelay | null)[]> => Promise.resolve([]);
  let loops: Promise<(LoopDelay | null)[]> = Promise.resolve([]);
  const result = await runSwarm(
    {
      ...DEFAULT_OPTIONS,
      networks: 'player',
      ...options,
      target: rig.target,
      serverParts: rig.parts,
    },
    {
      signal,
      onProgress: progress,
      onTold,
      onWindow: (edge, pins) => {
        onEdge(edge, pins);
        if (edge === 'open') tellLoops = watchLoops(rig.processes);
        else loops = tellLoops();
      },
    },
  );
  return { result, loops: await loops };
}

export interface Sampled extends Ran {
  samples: LoopSample[];
  /** In order of time. */
  moments: Moment[];
}

const ASK_EVERY_MS = 1_000;

/** As `play`, with the event loops sampled once a second, and what everybody was told at once. */
export async function playSampled(
  rig: Rig,
  options: Partial<SwarmOptions>,
  {
    signal,
    progress,
    onWindow = () => {},
  }: Pick<Context, 'signal' | 'progress'> & Pick<RunControl, 'onWindow'>,
): Promise<Sampled> {
  const told: Told[] = [];
  let tellSamples = (): Promise<LoopSample[]> => Promise.resolve([]);
  let samples: Promise<LoopSample[]> = Promise.resolve([]);
  const { result } = await play(rig, options, {
    signal,
    progress,
    onTold: (one) => told.push(one),
    onWindow: (edge, pins) => {
      onWindow(edge, pins);
      if (edge === 'open') tellSamples = sampleLoops(rig.processes, ASK_EVERY_MS);
      else samples = tellSamples();
    },
  });
  return { result, samples: await samples, moments: momentsOf(told) };
}

/** Phases of a game, in seconds: an answer leaves time to walk to a zone, a reveal is longer than its delay. */
const COUNTDOWN_S = 1;
const GET_READY_S = 1;
const ANSWER_S = 5;
const REVEAL_S = 3;
/** After the game: phases may be late, and the last frames are still to be counted. */
const SPARE_S = 4;

/** Settings of a server whose games have these phases. */
export const GAME_SETTINGS = {
  COUNTDOWN_MS: String(COUNTDOWN_S * 1000),
  GET_READY_MS: String(GET_READY_S * 1000),
  REVEAL_MS: String(REVEAL_S * 1000),
};

/** Everybody answers in a game of so many questions, which is as long as the measurement. */
export function gameLoad(questions: number) {
  return {
    answer: true,
    quiz: { questions, answerSeconds: ANSWER_S },
    seconds: COUNTDOWN_S + questions * (GET_READY_S + ANSWER_S + REVEAL_S) + SPARE_S,
  };
}

type Rank = keyof Omit<Summary, 'count'>;

/** Whatever has a run of the swarm in it. */
export interface Ran {
  readonly result: SwarmResult;
}

/** A percentile of nothing is no figure. */
function ms(summary: Summary, rank: Rank): number | null {
  return summary.count === 0 ? null : summary[rank];
}

export const latency =
  (kind: 'moves' | 'chat' | 'joins', rank: Rank) =>
  ({ result }: Ran): number | null =>
    ms(result[kind].ms, rank);

/** The same as figures of a table, as `moves p95`; `compared` as in `Figure`. */
export function latencies(
  kind: 'moves' | 'chat' | 'joins',
  ranks: readonly Rank[],
  compared?: 'lower',
): Figure<Ran>[] {
  return ranks.map((rank) => {
    const figure = [`${kind} ${rank}`, 'ms', latency(kind, rank)] as const;
    return compared === undefined ? figure : [...figure, compared];
  });
}

export const lost = ({ result: { moves, chat, joins } }: Ran): number =>
  moves.lost + chat.lost + joins.failed;
export const framesEach = ({ result }: Ran): number => result.perClient.frames.mean;
export const bytesEach = ({ result }: Ran): number => result.perClient.wireBytes.mean;
export const longestPing = ({ result }: Ran): number | null => ms(result.stalls.ms, 'max');
/** CPU of all parts of the server. */
export const cores = ({ result }: Ran): number | null => result.server?.cores ?? null;
export const swarmCores = ({ result }: Ran): number => result.swarm.cores;
export const swarmState = ({ result }: Ran): string =>
  result.swarmSaturated ? 'SATURATED' : 'kept up';

/** CPU of each part that was measured in some run, in the order in which they appear. */
export function partCores(
  ran: readonly Ran[],
): (readonly [part: string, unit: string, read: (one: Ran) => number | null])[] {
  const parts = ran.flatMap(({ result }) => result.server?.parts.map(({ name }) => name) ?? []);
  return [...new Set(parts)].map((part) => [part, 'cores', ({ result }) => coresOf(result, part)]);
}

/** Lines of a chart with the CPU of each part. */
export const partLines = (ran: readonly Ran[]) =>
  partCores(ran).map(([part, , read]) => [part, read] as const);

export function coresOf({ server }: SwarmResult, part: string): number | null {
  return server?.parts.find(({ name }) => name === part)?.cores ?? null;
}

/** Things for each core that all parts together used; null where that is not known. */
export function perCore(count: number, { server }: SwarmResult): number | null {
  return server === null || server.cores === 0 ? null : Math.round(count / server.cores);
}

/** MB a second to all players together, WebSocket headers included. */
export function megabytesOut({ result: { perClient, joins } }: Ran): number {
  return round((perClient.wireBytes.mean * joins.joined) / 1e6);
}

/** What was wrong with a run, in words; empty if nothing was. */
export function faultsOf(result: SwarmResult): string[] {
  const { ended, joins, rosters, moves, chat, answers, crowd } = result;
  const markings = crowd?.markings ?? [];
  const counts = {
    'players could not join': joins.failed,
    'rosters were incomplete': joins.incompleteRosters + rosters.checked - rosters.complete,
    'moves were lost': moves.lost,
    'moves went backwards': moves.backwards,
    'moves were to places that nobody sent': moves.unknown,
    'messages were lost': chat.lost,
    'messages came twice': chat.duplicates,
    'messages were out of order': chat.disordered + chat.idGaps,
    'messages strayed into another room': chat.strayed,
    'marks did not fit where the player stood': answers?.mismarked ?? 0,
    'messages got no answer': unansweredIn(chat),
    'messages were refused and told': chat.toldThough,
    'counts of the crowd did not fit': crowd?.wrongCounts ?? 0,
    'people were told in the slot of others': crowd?.misnamed ?? 0,
    'players were not told their own marks': markings.reduce((sum, one) => sum + one.missing, 0),
    'marks were not as the rules say': markings.reduce((sum, one) => sum + one.wrong, 0),
    'connections were dropped': droppedIn(result),
  };
  const found = Object.entries(counts).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what}`] : [],
  );
  if (ended === 'server lost') found.push('every connection was lost');
  if (ended === 'nobody joined') found.push('nobody could join');
  return found;
}

export function droppedIn({ drops }: SwarmResult): number {
  return Object.values(drops).reduce((sum, count) => sum + count, 0);
}

/** Why the swarm's own delays are in a run's figures; undefined when it kept up. */
export function saturationOf({ swarm, swarmSaturated }: SwarmResult): string | undefined {
  if (!swarmSaturated) return undefined;
  const { p99 } = swarm.loopDelayMs;
  return `the players' own process, or its core, was saturated (${swarm.cores} cores, ${p99} ms late)`;
}

/** Everything that the reader of a run's figures should know. */
export function problemsOf(result: SwarmResult): string[] {
  const saturation = saturationOf(result);
  return [...faultsOf(result), ...(saturation === undefined ? [] : [saturation])];
}

/** A server that sends less than this share of what it should has not done the work that it is charged for. */
const SENT = 0.9;

/** Every flush in which something happened is a frame at least; one that came late takes the place of two. */
export function fallenBehind({ options, perClient }: SwarmResult, intervalMs: number): string[] {
  const eventsPerFlush = (options.players * options.rate * intervalMs) / 1000;
  const least = (1000 / intervalMs) * (1 - Math.exp(-eventsPerFlush));
  const { mean } = perClient.frames;
  if (mean >= SENT * least) return [];
  return [
    `each player got ${mean} frames a second, not ${round(least, 1)}: the server, or its core, was ` +
      'too busy, so its CPU is not that of the whole work',
  ];
}

export function most(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** CPU of all parts by the mean of the floors around it; null where one of the two is not known. */
export function ratioOf({ floors, ...ran }: Ran & { floors: readonly number[] }): number | null {
  const all = cores(ran);
  const floor = floors.reduce((sum, one) => sum + one, 0) / floors.length;
  return all === null || !(floor > 0) ? null : round(all / floor);
}

/** Memory of each part over a long run. */
export function memoryFigures(growthOf: (series: MemorySeries) => number): Figure<MemorySeries>[] {
  return [
    ['part', '', ({ part }) => part],
    ['start', 'MB', ({ mb }) => round(mb[0] ?? 0, 1)],
    ['at most', 'MB', ({ mb }) => round(Math.max(0, ...mb), 1)],
    ['end', 'MB', ({ mb }) => round(mb.at(-1) ?? 0, 1)],
    ['growth', 'MB', growthOf],
  ];
}

/** Lines of a chart: how late the event loop of each process was at most. */
export const loopLines = (samples: readonly LoopSample[]) =>
  (samples[0]?.delays ?? []).map(
    (_, index) => [`madang ${index + 1}`, ({ delays }: LoopSample) => delays[index]?.max] as const,
  );
