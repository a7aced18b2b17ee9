/** Options that several experiments have. */
import { decimal, whole, word } from '../swarm/command-line.js';

export const rate = (fallback = 2) =>
  decimal('events a second of each player', [0.1, 20], fallback);
export const seconds = (fallback: number, help = 'length of the measurement') =>
  decimal(help, [1, 3_600], fallback);
export const processes = (help: string, fallback?: number) => whole(help, [1, 64], fallback);
/** How nginx chooses the process of a connection. */
export const BALANCES = ['ip_hash', 'least_conn', 'room'] as const;
export type Balance = (typeof BALANCES)[number];
export const format = word('of the frames to the players', ['compact', 'json'], 'compact');
/** nginx (`ip_hash`) sends a network to one process. */
export const networks = word(
  'who has a network of its own: each player, or each room, as in a Wi-Fi',
  ['player', 'room'],
  'player',
);
