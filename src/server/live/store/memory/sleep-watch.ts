import { uptime } from 'node:os';

/** A shorter sleep is like a slow moment of the machine. */
const LEAST_SLEEP_MS = 5_000;

export interface Clocks {
  /** Ms since the machine was started, with the time that it slept. */
  upMs: () => number;
  /** Ms of timers, which stand while the machine sleeps on Linux, and go on elsewhere. */
  steadyMs: () => number;
  platform: NodeJS.Platform;
}

const MACHINE: Clocks = {
  upMs: () => uptime() * 1_000,
  steadyMs: () => performance.now(),
  platform: process.platform,
};

/** Finds that the machine has slept; to be asked once a second, and before anything ends by the clock. */
export class SleepWatch {
  private upMs: number;
  private steadyMs: number;

  constructor(private readonly clocks: Clocks = MACHINE) {
    this.upMs = clocks.upMs();
    this.steadyMs = clocks.steadyMs();
  }

  /**
   * How long the machine has slept since it was asked before, in ms, and how much of that the clock of timers has
   * counted; undefined where it has not. Where that clock runs in a sleep, a process that stood still looks the same.
   */
  look(): { sleptMs: number; countedMs: number } | undefined {
    const { upMs, steadyMs, platform } = this.clocks;
    const passedMs = steadyMs() - this.steadyMs;
    const upForMs = upMs() - this.upMs;
    this.upMs += upForMs;
    this.steadyMs += passedMs;
    if (platform !== 'linux')
      return passedMs < LEAST_SLEEP_MS ? undefined : { sleptMs: passedMs, countedMs: passedMs };
    const sleptMs = upForMs - passedMs;
    return sleptMs < LEAST_SLEEP_MS ? undefined : { sleptMs, countedMs: 0 };
  }
}
