/** One try of the capacity finder: so many players, and whether they are carried. */
import { areBig, type Networks } from '../swarm/options.js';
import { until } from '../swarm/waiting.js';
import type { SwarmResult } from '../swarm/result.js';
import { findCapacity, type Capacity, type Verdict } from './capacity-search.js';
import { bigLoad } from './big-load.js';
import type { Context } from './experiment.js';
import { faultsOf, saturationOf, type Ran } from './figures.js';
import { joinSecondsOf, mostPlayers, play } from './play.js';
import type { Rig } from './rig-contract.js';
import { isReady } from './rig-parts.js';

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

export function sizeOf(
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
