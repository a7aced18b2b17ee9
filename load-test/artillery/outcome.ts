/** What the functions of a scenario found out, as they write it to a file while it runs. */
import type { Summary } from '../swarm/histogram.js';
import type { CostFigures } from '../swarm/monitor.js';
import type { ServerTime } from './server-metrics.js';

/** Percentiles of the samples of one second. */
export interface Moment {
  /** Since the first virtual user began. */
  second: number;
  p50: number;
  p95: number;
  max: number;
}

/** In ms. */
export interface Latency {
  name: string;
  summary: Summary;
  overTime: Moment[];
}

export interface Outcome {
  /** False when the run ended before the scenario did. */
  complete: boolean;
  latencies: Latency[];
  counts: Record<string, number>;
  /** Of the measuring window or, without one, the whole scenario; null before its end. */
  cost: CostFigures | null;
  /** Of the measuring window: empty without one, null when the server's /metrics could not be read. */
  serverTimes: ServerTime[] | null;
}
