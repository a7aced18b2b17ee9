/** How late the event loops of the server's processes were, as their /metrics tell. */
import { performance } from 'node:perf_hooks';
import { round } from '../swarm/histogram.js';
import { pause } from '../swarm/waiting.js';

/** ms */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

/** A loop that stands still answers late. */
const TIMEOUT_MS = 30_000;
/** The figures are the time between the calls of a timer; this much of it is the timer's own. */
export const TIMER_PERIOD_MS = 20;

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

/** What the processes told of a short time; `from` and `until` are performance.now(). */
export interface LoopSample {
  from: number;
  until: number;
  /** A value for each process, null for one that does not tell. */
  delays: readonly (LoopDelay | null)[];
}

/**
 * Asks again and again; the returned function ends it and resolves with the whole times that were told.
 * Who else asks meanwhile takes figures away from here.
 */
export function sampleLoops(
  processes: readonly string[],
  everyMs: number,
): () => Promise<LoopSample[]> {
  const end = new AbortController();
  const askAll = () => Promise.all(processes.map(readLoopDelay));
  const sampling = async (): Promise<LoopSample[]> => {
    const samples: LoopSample[] = [];
    let from = performance.now();
    await askAll();
    for (;;) {
      await pause(everyMs, end.signal);
      if (end.signal.aborted) return samples;
      const askedAt = performance.now();
      const delays = await askAll();
      samples.push({ from, until: performance.now(), delays });
      from = askedAt;
    }
  };
  const sampled = sampling();
  return () => {
    end.abort();
    return sampled;
  };
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
