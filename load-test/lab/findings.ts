/**
 * What an experiment found out, in a form that the report can show and `compare` can hold against another.
 * The schemas are what report.json is read by.
 */
import { z } from 'zod';

const text = z.string();
const maybe = text.exactOptional();

/** JSON has no NaN: a figure that could not be had is written as null. */
const figure = z.union([z.number(), z.null().transform(() => NaN)]);

/** A figure that two runs can be compared by. */
const metric = z.object({
  /** The same in every run of the experiment, as `moves p95` or `stage 3: chat p95`. */
  name: text,
  unit: z.enum(['ms', '/s', 'B/s', 'cores', 'MB', '%', 'players', 'rooms', 'count']),
  value: figure,
  better: z.enum(['lower', 'higher']),
});
export type Metric = z.infer<typeof metric>;

const cell = z.union([text, z.number(), z.null()]);
export type Cell = z.infer<typeof cell>;

const table = z.object({
  title: text,
  /** What the figures mean and under which conditions they were measured. */
  note: maybe,
  columns: z.array(z.object({ label: text, unit: maybe })),
  rows: z.array(z.array(cell)),
});
export type Table = z.infer<typeof table>;

const chart = z.object({
  title: text,
  note: maybe,
  kind: z.enum(['line', 'bar']),
  x: z.object({ label: text, unit: maybe, values: z.array(z.union([text, z.number()])) }),
  y: z.object({ label: text, unit: maybe, scale: z.enum(['linear', 'log']).exactOptional() }),
  /** One value for each of `x`; null leaves a gap. */
  series: z.array(z.object({ name: text, values: z.array(z.number().nullable()) })),
});
export type Chart = z.infer<typeof chart>;

export const findings = z.object({
  metrics: z.array(metric),
  tables: z.array(table),
  charts: z.array(chart),
  /** What makes the run fail: losses, thresholds missed, a saturated swarm. */
  faults: z.array(text),
  /** What a reader has to know to judge the figures. */
  notes: z.array(text),
  /** Everything measured, as JSON. */
  raw: z.unknown(),
});
export type Findings = z.infer<typeof findings>;
