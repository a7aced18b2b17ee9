/** What an experiment found out, in a form that the report can show and `compare` can hold against another. */

/** A figure that two runs can be compared by. */
export interface Metric {
  /** The same in every run of the experiment, as `moves p95` or `stage 3: chat p95`. */
  name: string;
  unit: 'ms' | '/s' | 'B/s' | 'cores' | 'MB' | '%' | 'players' | 'rooms' | 'count';
  value: number;
  better: 'lower' | 'higher';
}

export type Cell = string | number | null;

export interface Table {
  title: string;
  /** What the figures mean and under which conditions they were measured. */
  note?: string;
  columns: { label: string; unit?: string }[];
  rows: Cell[][];
}

export interface Chart {
  title: string;
  note?: string;
  kind: 'line' | 'bar';
  x: { label: string; unit?: string; values: (string | number)[] };
  y: { label: string; unit?: string; scale?: 'linear' | 'log' };
  /** One value for each of `x`; null leaves a gap. */
  series: { name: string; values: (number | null)[] }[];
}

export interface Findings {
  metrics: Metric[];
  tables: Table[];
  charts: Chart[];
  /** What makes the run fail: losses, thresholds missed, a saturated swarm. */
  faults: string[];
  /** What a reader has to know to judge the figures. */
  notes: string[];
  /** Everything measured, as JSON. */
  raw: unknown;
}
