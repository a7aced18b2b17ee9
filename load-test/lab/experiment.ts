/** What the load command runs: one experiment, by its name. */
import type { Given, Options } from '../swarm/command-line.js';
import type { Findings } from './findings.js';

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
