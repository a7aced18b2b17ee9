/** What the server's processes and the swarm itself cost while the window is open. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { round } from './histogram.js';
import { sampleProcess, type ProcessSample } from './proc.js';

const SAMPLE_MS = 1_000;
const DELAY_RESOLUTION_MS = 10;
/** Beyond these the swarm answers so late that its own figures are not the server's. */
const SATURATED_DELAY_MS = 25;
const SATURATED_CORES = 0.95;
/** A shorter window tells nothing of load. */
const SHORTEST_VERDICT_S = 1;

/** Resident memory in MB, summed over the processes. */
export interface MemoryFigures {
  start: number;
  middle: number;
  end: number;
  max: number;
}

export interface ServerFigures {
  pids: number[];
  /** CPU seconds per second of the window. */
  cores: number;
  rssMb: MemoryFigures;
  /** False when a process ended meanwhile; its last second is then missing. */
  alive: boolean;
}

export interface SwarmFigures {
  cores: number;
  rssMb: number;
  loopDelayMs: { p50: number; p99: number; max: number };
  saturated: boolean;
}

export interface CostFigures {
  server: ServerFigures | null;
  swarm: SwarmFigures;
}

/** Starts measuring; the returned function ends it and tells. */
export function startMonitor(pids: readonly number[]): () => CostFigures {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const samples: ProcessSample[][] = [];
  const sample = (): void => {
    const all = pids.map(sampleProcess);
    if (all.every((one) => one !== undefined)) samples.push(all);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    delay.disable();
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const alive = pids.every((pid) => sampleProcess(pid) !== undefined);
    sample();
    const cores = round((user + system) / 1e6 / seconds, 3);
    // The histogram holds the time between its timer's calls, so the timer's own period is no delay.
    const late = (nanoseconds: number): number =>
      round(Math.max(0, nanoseconds / 1e6 - DELAY_RESOLUTION_MS));
    const loopDelayMs = {
      p50: late(delay.percentile(50)),
      p99: late(delay.percentile(99)),
      max: late(delay.max),
    };
    return {
      server: serverFigures(pids, samples, seconds, alive),
      swarm: {
        cores,
        rssMb: round(process.memoryUsage.rss() / 2 ** 20, 1),
        loopDelayMs,
        saturated:
          seconds >= SHORTEST_VERDICT_S &&
          (loopDelayMs.p99 > SATURATED_DELAY_MS || cores > SATURATED_CORES),
      },
    };
  };
}

function serverFigures(
  pids: readonly number[],
  samples: readonly ProcessSample[][],
  seconds: number,
  alive: boolean,
): ServerFigures | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (pids.length === 0 || first === undefined || last === undefined) return null;
  const memory = samples.map((all) => total(all, 'rssMb'));
  return {
    pids: [...pids],
    cores: round((total(last, 'cpuSeconds') - total(first, 'cpuSeconds')) / seconds, 3),
    rssMb: {
      start: round(memory[0] ?? 0, 1),
      middle: round(memory[Math.floor(memory.length / 2)] ?? 0, 1),
      end: round(memory.at(-1) ?? 0, 1),
      max: round(Math.max(...memory), 1),
    },
    alive,
  };
}

function total(samples: readonly ProcessSample[], field: keyof ProcessSample): number {
  return samples.reduce((sum, sample) => sum + sample[field], 0);
}
