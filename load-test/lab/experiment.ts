/** What the load command runs: one experiment, by its name. */
import type { Findings } from './findings.js';

/** Throw it for what the user can mend: the message is shown without a stack, and the exit code is 2. */
export class LabError extends Error {}

export interface OptionSpec {
  /** Shown in the help, as `N`, `URL` or `LIST`; a flag has none. */
  value?: string;
  help: string;
  default?: string;
}

export interface Context {
  /** Texts as given or defaulted, by option name; a flag is 'true' or absent. */
  options: Readonly<Record<string, string | undefined>>;
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
  options: Readonly<Record<string, OptionSpec>>;
  /** Whatever it measures, it starts by itself: no --target. */
  startsItsServers?: boolean;
  /** Rejects with a LabError for what the user can mend. */
  run(context: Context): Promise<Findings>;
}
