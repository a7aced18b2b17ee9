/** How much memory each part of a rig has, over a time. */
import type { Part } from '../swarm/monitor.js';
import { sampleProcess } from '../swarm/proc.js';

export interface MemorySeries {
  part: string;
  /** Resident memory at equal distances in time. */
  mb: number[];
}

const SAMPLES = 120;

/** Samples from `start` to `stop`, evenly over so many seconds. */
export function watchMemory(parts: readonly Part[], seconds: number) {
  const series = parts.map(({ name }): MemorySeries => ({ part: name, mb: [] }));
  const everySeconds = seconds / SAMPLES;
  const sample = (): void => {
    for (const [index, part] of parts.entries()) series[index]?.mb.push(residentMb(part));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    series,
    everySeconds,
    start: (): void => void (timer = setInterval(sample, everySeconds * 1000)),
    stop: (): void => clearInterval(timer),
  };
}

function residentMb({ pids }: Part): number {
  return pids.reduce((sum, pid) => sum + (sampleProcess(pid)?.rssMb ?? 0), 0);
}
