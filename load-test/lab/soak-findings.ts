/** What `soak` shows, and whether memory grew. */
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import { coresOf, ms, problemsOf } from './figures.js';
import type { Findings } from './findings.js';

export interface MemorySeries {
  part: string;
  /** Resident memory at equal distances in time. */
  mb: number[];
}

/** Code and heap settle first. */
const SETTLED_FROM = 0.4;
/** What one process may keep of garbage that its next large collection takes. */
const ALLOWED_MB = 15;
const PERCENTILES = ['p50', 'p95', 'p99', 'max'] as const;

/**
 * By how many MB memory in the last part of the time is above that of the part before: its floor or its
 * peak, whichever grew less. Garbage comes and goes, minutes apart, and moves one of them; a leak both.
 */
export function growthOf({ mb }: MemorySeries): number {
  const settled = mb.slice(Math.floor(mb.length * SETTLED_FROM));
  const half = Math.floor(settled.length / 2);
  if (half === 0) return 0;
  const [before, after] = [settled.slice(0, half), settled.slice(half)];
  const floor = Math.min(...after) - Math.min(...before);
  const peak = Math.max(...after) - Math.max(...before);
  return round(Math.min(floor, peak), 1);
}

export function describeSoak(
  result: SwarmResult,
  series: readonly MemorySeries[],
  everySeconds: number,
): Findings {
  const longest = Math.max(0, ...series.map(({ mb }) => mb.length));
  const latencies = [
    ['moves p95', ms(result.moves.ms, 'p95')],
    ['moves p99', ms(result.moves.ms, 'p99')],
    ['chat p95', ms(result.chat.ms, 'p95')],
  ] as const;
  const grown = series.filter((one) => growthOf(one) > ALLOWED_MB);
  return {
    metrics: [
      ...series.map((one) => ({
        name: `${one.part}: memory growth`,
        unit: 'MB' as const,
        value: growthOf(one),
        better: 'lower' as const,
      })),
      ...latencies.flatMap(([name, value]) =>
        value === null ? [] : [{ name, unit: 'ms', value, better: 'lower' } as const],
      ),
    ],
    tables: [
      {
        title: 'Memory',
        note:
          'Growth is that of the lowest or of the highest sample from one half of the time to the next, ' +
          'whichever is less: memory rises and falls as garbage is collected. The first 40 % of the time ' +
          'do not count.',
        columns: [
          { label: 'part' },
          { label: 'start', unit: 'MB' },
          { label: 'at most', unit: 'MB' },
          { label: 'end', unit: 'MB' },
          { label: 'growth', unit: 'MB' },
          { label: 'CPU', unit: 'cores' },
        ],
        rows: series.map((one) => [
          one.part,
          round(one.mb[0] ?? 0, 1),
          round(Math.max(0, ...one.mb), 1),
          round(one.mb.at(-1) ?? 0, 1),
          growthOf(one),
          coresOf(result, one.part),
        ]),
      },
      {
        title: 'Latency',
        columns: [{ label: '' }, ...PERCENTILES.map((label) => ({ label, unit: 'ms' }))],
        rows: (['moves', 'chat'] as const).map((kind) => [
          kind,
          ...PERCENTILES.map((rank) => ms(result[kind].ms, rank)),
        ]),
      },
    ],
    charts: [
      {
        title: 'Memory',
        kind: 'line',
        x: {
          label: 'time',
          unit: 's',
          values: Array.from({ length: longest }, (_, n) => round((n + 1) * everySeconds, 1)),
        },
        y: { label: 'resident memory', unit: 'MB' },
        series: series.map(({ part, mb }) => ({ name: part, values: mb })),
      },
    ],
    faults: [
      ...problemsOf(result),
      ...grown.map((one) => `${one.part} grew by ${growthOf(one)} MB`),
    ],
    notes:
      series.length > 0 ? [] : ['The memory of a server elsewhere is for that machine to tell.'],
    raw: { result, series, everySeconds },
  };
}
