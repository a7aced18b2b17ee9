/** What `projector` shows. */
import type { SwarmResult } from '../swarm/result.js';
import { faultsOf, saturationOf } from './figures.js';
import type { Findings } from './findings.js';

export interface Watched {
  /** Frames a second, of each second in which the page showed everybody. */
  fps: readonly number[];
  /** What went wrong with the page; undefined if nothing did. */
  trouble: string | undefined;
}

interface Conditions {
  /** Fewer frames a second are a fault. */
  least: number;
  players: number;
  result: SwarmResult;
  width: number;
  height: number;
}

export function describeProjector({ fps, trouble }: Watched, conditions: Conditions): Findings {
  const { least, players, result, width, height } = conditions;
  const sorted = fps.toSorted((a, b) => a - b);
  const median = sorted[Math.ceil(sorted.length / 2) - 1];
  const [worst, best] = [sorted[0], sorted.at(-1)];
  const faults = faultsOf(result);
  if (trouble !== undefined) faults.push(`the page could not be watched: ${trouble}`);
  if (median === undefined) faults.push(`the page never showed all ${players} avatars`);
  else if (median < least) faults.push(`${median} frames a second are fewer than ${least}`);
  const saturation = saturationOf(result);
  return {
    metrics:
      median === undefined || worst === undefined
        ? []
        : [
            { name: 'frames a second', unit: '/s', value: median, better: 'higher' },
            { name: 'worst second', unit: '/s', value: worst, better: 'higher' },
          ],
    tables: [
      {
        title: 'Frames a second',
        note: `The projector page at ${width} × ${height}, without a GPU, on the players’ core.`,
        columns: ['avatars', 'seconds', 'median', 'worst', 'best'].map((label) => ({ label })),
        rows: [[players, fps.length, median ?? null, worst ?? null, best ?? null]],
      },
    ],
    charts: [
      {
        title: 'Frames a second',
        kind: 'line',
        x: { label: 'time', unit: 's', values: fps.map((_, second) => second + 1) },
        y: { label: 'frames', unit: '/s' },
        series: [{ name: 'frames', values: [...fps] }],
      },
    ],
    faults,
    // Latencies are not the point here, and the browser is on the same core.
    notes: saturation === undefined ? [] : [`Meanwhile ${saturation}.`],
    raw: { fps, trouble: trouble ?? null, result },
  };
}
