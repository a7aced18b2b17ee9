/** What the load command runs: one experiment, by its name. */

import { type Given, type Options, decimal, whole, word } from '../swarm/command-line.js';
import type { Findings } from '../report/findings.js';

export interface Context {
  options: Given;
  /** Core for everything that is loaded; undefined leaves it to the system. */
  serverCore: number | undefined;
  /** Core of this process and of what else plays players. */
  swarmCore: number | undefined;
  /** Ctrl-C: end soon and resolve with what there is. */
  signal: AbortSignal;
  /** One line on the terminal. */
  progress: (message: string) => void;
}

export interface Experiment {
  name: string;
  /** One line for the help. */
  about: string;
  /** Beside those that every experiment has. */
  options: Options;
  /** Whatever it measures, it starts by itself: no --target. */
  startsItsServers?: boolean;
  /** Rejects with a LabError for what the user can mend. */
  run(context: Context): Promise<Findings>;
}

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
