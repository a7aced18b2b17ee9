import type { Finding } from './findings.js';

const MOST = 8;
const MOST_GROUPS = 12;

/**
 * What is shown big: everything where that is little, otherwise the first figure of each group, as
 * `stage 3` in `stage 3: move p95`. So experiments name what matters most first.
 */
export function keyMetrics(metrics: readonly Finding[]): Finding[] {
  if (metrics.length <= MOST) return [...metrics];
  const groups = new Map<string, Finding>();
  for (const metric of metrics) {
    const [group = ''] = metric.name.split(': ');
    if (!groups.has(group)) groups.set(group, metric);
  }
  return [...groups.values()].slice(0, MOST_GROUPS);
}
