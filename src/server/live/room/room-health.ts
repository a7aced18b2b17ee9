import {
  HEALTH_NAMED,
  SLOW_TRIP_MS,
  type Format,
  type PlayerHealth,
  type RoomHealth,
  type Transport,
} from '../../../protocol/index.js';
import { isHosts } from '../../../game/roles.js';
import { isConnected, type RoomState, type Seat } from '../../../game/room-state.js';
import type { LocalRoom } from './local-room.js';

/** For how long an answer stands, in ms: the other processes are asked no more often. */
const FRESH_MS = 1_000;

/** How a player of a room is connected to a process. */
export interface ConnectionHealth {
  /** Null of a projector, of which only those are told that are silent. */
  slot: number | null;
  roundTripMs: number | null;
  format: Format;
  transport: Transport | null;
  isBehind: boolean;
}

/** The answers of the other processes; `isComplete` where all of them answered in time. */
export interface PeerHealth {
  facts: ConnectionHealth[];
  isComplete: boolean;
}

/** How those players are connected whose connections this process has. */
export function healthHere({
  audiences,
  slow,
  slowConsumers,
  broadcaster,
  silent,
}: LocalRoom): ConnectionHealth[] {
  const health = (
    connectionId: string,
    { slot, format }: { slot: number | null; format: Format },
    isBehind: boolean,
  ): ConnectionHealth[] => {
    if (slot === null && !silent.has(connectionId)) return [];
    const roundTripMs = slowConsumers.roundTripMs(connectionId);
    const transport = broadcaster.transportOf(connectionId) ?? null;
    return [{ slot, roundTripMs, format, transport, isBehind }];
  };
  const level = audiences.ids().flatMap((id) => {
    const member = audiences.get(id);
    return member === undefined ? [] : health(id, member, false);
  });
  return [...level, ...Array.from(slow, ([id, held]) => health(id, held, true)).flat()];
}

/** How everybody is connected who has a seat and is no bot. */
export function playersHealth(
  seats: Iterable<Seat>,
  connections: readonly ConnectionHealth[],
): PlayerHealth[] {
  const bySlot = new Map(connections.map((one) => [one.slot, one]));
  const players: PlayerHealth[] = [];
  for (const seat of seats) {
    // A process may not have heard yet that the seat was dropped.
    const known = isConnected(seat) ? bySlot.get(seat.slot) : undefined;
    const { roundTripMs = null, format = null, transport = null, isBehind = false } = known ?? {};
    const { playerId, droppedAt: goneSince, isBot } = seat;
    const rounded = roundTripMs === null ? null : Math.round(roundTripMs);
    if (!isBot)
      players.push({ playerId, roundTripMs: rounded, format, transport, isBehind, goneSince });
  }
  return players;
}

/** Counts them, and names the worst (R11.1). */
export function summarizeHealth(
  players: readonly PlayerHealth[],
  isComplete: boolean,
  watching: Watching = {
    silentScreens: 0,
    screens: 0,
    strangeScreens: 0,
    cockpits: 0,
  },
): RoomHealth {
  const gone = players.filter(({ goneSince }) => goneSince !== null);
  const here = players.filter(({ goneSince }) => goneSince === null);
  const trips = here.flatMap(({ roundTripMs }) => roundTripMs ?? []);
  const behind = here.filter(({ isBehind }) => isBehind);
  const slow = here.filter((one) => !one.isBehind && isSlow(one));
  const count = (fits: (one: PlayerHealth) => boolean): number => here.filter(fits).length;
  const slowestFirst = slow.sort((a, b) => (b.roundTripMs ?? 0) - (a.roundTripMs ?? 0));
  const lastFirst = gone.sort((a, b) => (b.goneSince ?? 0) - (a.goneSince ?? 0));
  return {
    connected: here.length,
    slow: slow.length,
    behind: behind.length,
    gone: gone.length,
    formats: {
      json: count(({ format }) => format === 'json'),
      compact: count(({ format }) => format === 'compact'),
    },
    transports: {
      websocket: count(({ transport }) => transport === 'websocket'),
      polling: count(({ transport }) => transport === 'polling'),
    },
    roundTripMs:
      trips.length === 0
        ? null
        : { players: trips.length, median: percentile(trips, 50), p95: percentile(trips, 95) },
    worst: [
      ...[...behind, ...slowestFirst].slice(0, HEALTH_NAMED),
      ...lastFirst.slice(0, HEALTH_NAMED),
    ],
    ...watching,
    isComplete,
  };
}

/** The value that so many percent of the values do not exceed; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN;
}

export const isSlow = ({ roundTripMs }: Pick<PlayerHealth, 'roundTripMs'>): boolean =>
  roundTripMs !== null && roundTripMs > SLOW_TRIP_MS;

/** Connections that play no part. */
type Watching = Pick<RoomHealth, 'silentScreens' | 'screens' | 'strangeScreens' | 'cockpits'>;

interface Answer {
  players: PlayerHealth[];
  silentScreens: number;
  isComplete: boolean;
}

/**
 * The place that is right again and again in what the room plays; to be spread. Told to its owner alone, who could look
 * into the set as well, and only while they do not play.
 */
export function samePlaceFor(
  { ownerIdentityId, slots, phase, settings }: RoomState,
  identityId: string,
): Pick<RoomHealth, 'samePlace'> {
  const isTold = identityId === ownerIdentityId && !slots.has(identityId);
  const samePlace = settings.quizSet.samePlace?.[settings.choiceOrder];
  return isTold && phase.kind === 'lobby' && samePlace ? { samePlace } : {};
}

/** Asks the processes how the players of a room are connected, once a second for each room at most. */
export class RoomHealthReader {
  private readonly answers = new WeakMap<LocalRoom, { at: number; answer: Promise<Answer> }>();

  constructor(private readonly askPeers: (roomId: string) => Promise<PeerHealth>) {}

  async read(room: LocalRoom): Promise<RoomHealth> {
    const { players, isComplete, silentScreens } = await this.ask(room);
    const { state } = room.view;
    const all = [...state.screens.values()];
    const projectors = all.filter(({ isCockpit }) => !isCockpit);
    return summarizeHealth(players, isComplete, {
      silentScreens,
      screens: projectors.length,
      strangeScreens: projectors.filter(({ identityId }) => !isHosts(state, identityId)).length,
      cockpits: all.length - projectors.length,
    });
  }

  async players(room: LocalRoom): Promise<readonly PlayerHealth[]> {
    return (await this.ask(room)).players;
  }

  private ask(room: LocalRoom): Promise<Answer> {
    const now = performance.now();
    const known = this.answers.get(room);
    if (known !== undefined && now - known.at < FRESH_MS) return known.answer;
    const answer = this.askAll(room);
    this.answers.set(room, { at: now, answer });
    return answer;
  }

  private async askAll(room: LocalRoom): Promise<Answer> {
    const { facts, isComplete } = await this.askPeers(room.view.roomId);
    const all = [...facts, ...healthHere(room)];
    const silentScreens = all.filter(({ slot }) => slot === null).length;
    return { players: playersHealth(room.view.seats.values(), all), silentScreens, isComplete };
  }
}
