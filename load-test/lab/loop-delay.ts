/** How late the event loops of the server's processes were, as their /metrics tell. */
import { round } from '../swarm/histogram.js';

/** ms */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

/** A loop that stands still answers late. */
const TIMEOUT_MS = 30_000;
/** The figures are the time between the calls of a timer; this much of it is the timer's own. */
const TIMER_PERIOD_MS = 10;

/**
 * Begins anew at each process (its figures are those since it was asked last); the returned function
 * asks for what has gathered since: a value for each process, null for one that does not tell.
 */
export function watchLoops(processes: readonly string[]): () => Promise<(LoopDelay | null)[]> {
  const begun = processes.map(readLoopDelay);
  return () => Promise.all(begun.map((first, index) => first.then(() => again(index))));

  function again(index: number): Promise<LoopDelay | null> {
    return readLoopDelay(processes[index] ?? '');
  }
}

async function readLoopDelay(origin: string): Promise<LoopDelay | null> {
  try {
    const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? parseLoopDelay(await answer.text()) : null;
  } catch {
    return null;
  }
}

/** Reads the text format of Prometheus; null where the figures are not in it. */
export function parseLoopDelay(text: string): LoopDelay | null {
  const read = (name: string): number => {
    const line = new RegExp(`^nodejs_eventloop_lag_${name}_seconds(?:{[^}]*})? (\\S+)`, 'm');
    const value = Number(line.exec(text)?.[1] ?? NaN);
    return round(Math.max(0, value * 1000 - TIMER_PERIOD_MS));
  };
  const found = { p50: read('p50'), p99: read('p99'), max: read('max') };
  return Object.values(found).some(Number.isNaN) ? null : found;
}
