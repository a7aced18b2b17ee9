/** How long the server says that it worked on commands and flushes: differences of its /metrics. */
import { round } from '../swarm/histogram.js';

const HISTOGRAMS = ['madang_command_seconds', 'madang_flush_seconds'];
const TIMEOUT_MS = 2_000;

export interface ServerTime {
  /** A command's name, or `flush`. */
  what: string;
  count: number;
  meanMs: number;
  /** Interpolated within a bucket of the histogram. */
  p95Ms: number;
  p99Ms: number;
}

interface Buckets {
  sum: number;
  count: number;
  /** Observations up to a bound, by bound in seconds. */
  upTo: Map<number, number>;
}

export type ServerClock = ReadonlyMap<string, Buckets>;

/** The histograms of all processes together; undefined when one does not tell. */
export async function readServerClock(
  origins: readonly string[],
): Promise<ServerClock | undefined> {
  if (origins.length === 0) return undefined;
  try {
    const texts = await Promise.all(
      origins.map(async (origin) => {
        const response = await fetch(`${origin}/metrics`, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!response.ok) throw new Error(`${origin} answers ${response.status}`);
        return response.text();
      }),
    );
    return parseHistograms(texts.join('\n'));
  } catch {
    return undefined;
  }
}

/** Adds up the lines of the Prometheus text format that belong to the histograms of interest. */
export function parseHistograms(text: string): Map<string, Buckets> {
  const found = new Map<string, Buckets>();
  for (const line of text.split('\n')) {
    const match = /^(\w+)_(bucket|sum|count)(?:\{([^}]*)\})? (\S+)/.exec(line);
    if (match === null) continue;
    const [, name = '', kind, labels = '', value] = match;
    if (!HISTOGRAMS.includes(name)) continue;
    const what = /command="([^"]*)"/.exec(labels)?.[1] ?? 'flush';
    const buckets = found.get(what) ?? { sum: 0, count: 0, upTo: new Map<number, number>() };
    found.set(what, buckets);
    if (kind === 'sum') buckets.sum += Number(value);
    else if (kind === 'count') buckets.count += Number(value);
    else {
      const bound = Number((/le="([^"]*)"/.exec(labels)?.[1] ?? '').replace('+Inf', 'Infinity'));
      buckets.upTo.set(bound, (buckets.upTo.get(bound) ?? 0) + Number(value));
    }
  }
  return found;
}

/** What happened between two readings; null when one of them failed. */
export function serverTimes(
  before: ServerClock | undefined,
  after: ServerClock | undefined,
): ServerTime[] | null {
  if (before === undefined || after === undefined) return null;
  return [...after].flatMap(([what, buckets]) => {
    const spent = since(before.get(what), buckets);
    if (spent.count === 0) return [];
    return {
      what,
      count: spent.count,
      meanMs: inMs(spent.sum / spent.count),
      p95Ms: inMs(quantile(spent, 0.95)),
      p99Ms: inMs(quantile(spent, 0.99)),
    };
  });
}

function since(before: Buckets | undefined, after: Buckets): Buckets {
  if (before === undefined) return after;
  return {
    sum: after.sum - before.sum,
    count: after.count - before.count,
    upTo: new Map(
      [...after.upTo].map(([bound, count]) => [bound, count - (before.upTo.get(bound) ?? 0)]),
    ),
  };
}

function quantile({ count, upTo }: Buckets, share: number): number {
  const rank = share * count;
  let lower = { bound: 0, count: 0 };
  for (const [bound, within] of [...upTo].sort(([a], [b]) => a - b)) {
    if (within >= rank) {
      if (bound === Infinity) return lower.bound;
      const part = (rank - lower.count) / Math.max(1, within - lower.count);
      return lower.bound + (bound - lower.bound) * part;
    }
    lower = { bound, count: within };
  }
  return lower.bound;
}

const inMs = (seconds: number): number => round(seconds * 1000, 4);
