/** What is loaded: the program in one of its shapes on this machine, or a server that somebody else runs. */
import type { Part } from '../swarm/monitor.js';

export interface RigSetup {
  /** One process with the embedded store, or processes behind nginx that share through Redis. */
  shape: 'single' | 'cluster';
  /** Of a cluster. */
  processes: number;
  /** 0 sends each event at once. */
  flushIntervalMs: number;
  /** Core that everything runs on; undefined leaves it to the system. */
  core: number | undefined;
  /** More settings of the server, by their names in .env.example. */
  settings: Readonly<Record<string, string>>;
}

export interface Rig {
  /** Origin that players connect to. */
  target: string;
  /** Empty for a server elsewhere. */
  parts: readonly Part[];
  /** Origins whose /metrics tell about one process each; empty for a server elsewhere. */
  processes: readonly string[];
  /** What the report says about it. */
  describe: Readonly<Record<string, string | number>>;
  stop(): Promise<void>;
}

/** One line on the terminal. */
export type Progress = (message: string) => void;
