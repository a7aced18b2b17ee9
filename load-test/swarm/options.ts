/** What a run of the swarm can be told. */
import type { HandshakeAuth } from '../../src/protocol/index.js';
import { MOST_IN_HALL } from '../../src/protocol/limits.js';
import type { Part } from './monitor.js';
import type { QuizSize } from './quiz-file.js';

/** Whose address players claim (X-Forwarded-For): this machine's, or one in a network of each player or room. */
export const NETWORKS = ['machine', 'player', 'room'] as const;
export type Networks = (typeof NETWORKS)[number];

export const DEFAULT_OPTIONS = {
  /** Origin of the server, http or https. */
  target: 'http://localhost:3000',
  rooms: 1,
  /** Per room. */
  players: 200,
  /** For how many the rooms that the swarm opens are; undefined: for its players, two at least. */
  seats: undefined as number | undefined,
  /** Events a second of each player. */
  rate: 2,
  /** Length of the measuring window. */
  seconds: 60,
  /** Share of the events that are chat; the others are moves. */
  chatShare: 0.1,
  /** Over which the joins are spread; undefined lets `joinSecondsOf` choose. */
  joinSeconds: undefined as number | undefined,
  /** Traffic before the window, while both programs' code warms up. */
  warmupSeconds: 3,
  /** Players per room who read every frame. */
  observers: 3,
  /** An event that took longer than this counts as lost. */
  lostAfterSeconds: 2,
  /** Processes whose CPU and memory are measured; those listening at the target if empty. */
  serverPids: [] as readonly number[],
  /** The same, told apart by what they do; counts instead of `serverPids` where it is not empty. */
  serverParts: [] as readonly Part[],
  /** A room to join; without one the swarm opens its own. */
  pin: undefined as string | undefined,
  /** Walk from place to place; without it players jump anywhere. */
  walk: false,
  /** Walk to the zone of a random choice at every question. */
  answer: false,
  /** Brought to every room that the swarm opens, for its game; undefined leaves it its own. */
  quiz: undefined as QuizSize | undefined,
  /** Give every player a name. */
  names: false,
  /** Every player, not only the observers, keeps the roster. */
  checkRosters: false,
  /** Ping the server every 5 ms, to see how long its event loop stands still; this costs it some CPU. */
  probe: true,
  /** How players get what a flush tells. */
  format: 'compact' as NonNullable<HandshakeAuth['format']>,
  networks: 'machine' as Networks,
  /** Who opens a room dials again with its PIN, as the page does behind a proxy with `BALANCE=room`. */
  redials: false,
};
export type SwarmOptions = typeof DEFAULT_OPTIONS;

const LONGEST_JOIN_SECONDS = 20;
const JOINS_PER_SECOND = 20;

/** Twenty joins a second, but never longer than 20 seconds. */
export function joinSecondsOf(options: SwarmOptions): number {
  const total = options.rooms * options.players;
  return options.joinSeconds ?? Math.min(LONGEST_JOIN_SECONDS, total / JOINS_PER_SECOND);
}

/** Whether the rooms that the swarm opens are big (R23). */
export function areBig({
  players,
  seats = players,
}: Pick<SwarmOptions, 'players'> & Partial<Pick<SwarmOptions, 'seats'>>): boolean {
  return seats > MOST_IN_HALL;
}

/** Whether the player of this index reads every frame: in big rooms some who come first, some later. */
export function observes(index: number, options: SwarmOptions): boolean {
  const { players, observers } = options;
  if (!areBig(options)) return index < observers;
  const apart = Math.max(1, Math.floor(players / observers));
  return index % apart === 0 && index / apart < observers;
}

/** ip_hash looks at the first three numbers of an address. */
export function addressIn(network: number): string {
  return `10.${(network >> 8) & 255}.${network & 255}.1`;
}
