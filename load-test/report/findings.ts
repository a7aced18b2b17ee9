/**
 * What an experiment found out, as data: the report shows it as text, JSON and a page, and `compare` holds it
 * against another run. The schemas are what report.json is read by.
 */

import { z } from 'zod';

const text = z.string();
const maybe = text.exactOptional();

/** JSON has no NaN: a figure that could not be had is written as null. */
const figure = z.union([z.number(), z.null().transform(() => NaN)]);

const finding = z.object({
  /** The same in every run of the experiment, as `moves p95` or `stage 3: chat p95`. */
  name: text,
  /** As `ms`; `count` where there is none. */
  unit: text,
  value: figure,
  better: z.enum(['lower', 'higher']),
  /** At most so much; a finding that misses it fails no run. */
  bound: z.number().exactOptional(),
  verdict: z.enum(['met', 'MISSED', 'not measured']).exactOptional(),
});
export type Finding = z.infer<typeof finding>;

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
  metrics: z.array(finding),
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

/** Where a figure comes from, for each of the things that were measured; nothing where it was not. */
type Reading<T> = (one: T, index: number) => Cell | undefined;

/**
 * A figure, named once: a column of a table and, with the fourth part, a finding that two runs are compared by.
 * That part tells what is better, or a bound that the value should not exceed.
 */
export type Figure<T> = readonly [
  name: string,
  unit: string,
  read: Reading<T>,
  compared?: Finding['better'] | number,
];

type Naming<T> = (figure: string, one: T, index: number) => string;

export function tableOf<T>(
  title: string,
  measured: readonly T[],
  figures: readonly Figure<T>[],
  note?: string,
): Table {
  return {
    title,
    ...(note !== undefined && { note }),
    columns: figures.map(([label, unit]) => (unit === '' ? { label } : { label, unit })),
    rows: measured.map((one, index) => figures.map(([, , read]) => read(one, index) ?? null)),
  };
}

/** A row for each figure, and a column for each thing: four columns are easier to read than thirty. */
function turnedRound({ columns, rows, ...table }: Table): Table {
  const [, ...figures] = columns;
  return {
    ...table,
    columns: [{ label: '' }, { label: 'unit' }, ...rows.map(([name]) => ({ label: String(name) }))],
    rows: figures.map(({ label, unit = '' }, index) => [
      label,
      unit,
      ...rows.map((row) => row[index + 1] ?? null),
    ]),
  };
}

/** Collects the findings of one run. Figures that matter most come first: the report shows these big. */
export class FindingsOf {
  readonly #found: Findings = {
    metrics: [],
    tables: [],
    charts: [],
    faults: [],
    notes: [],
    raw: null,
  };
  readonly #bounded: Finding[] = [];

  /** Figure by figure; what was not measured is left out. */
  compare<T>(
    measured: readonly T[],
    figures: readonly Figure<T>[],
    nameOf: Naming<T> = (figure) => figure,
  ): this {
    for (const [name, unit, read, compared] of figures) {
      if (compared === undefined) continue;
      for (const [index, one] of measured.entries())
        this.#add(nameOf(name, one, index), unit, read(one, index), compared);
    }
    return this;
  }

  #add(
    name: string,
    unit: string,
    cell: Cell | undefined,
    compared: NonNullable<Figure<never>[3]>,
  ) {
    const value = typeof cell === 'number' ? cell : NaN;
    const isMeasured = typeof cell === 'number';
    const found: Finding = { name, unit: unit || 'count', value, better: 'lower' };
    if (typeof compared === 'string') found.better = compared;
    else {
      found.bound = compared;
      found.verdict = !isMeasured ? 'not measured' : value <= compared ? 'met' : 'MISSED';
      this.#bounded.push(found);
    }
    if (isMeasured) this.#found.metrics.push(found);
  }

  /** A row for each thing that was measured, or `turned` a column with its first cell as the name; none without any. */
  table<T>(
    title: string,
    measured: readonly T[],
    figures: readonly Figure<T>[],
    { note, nameOf, turned = false }: { note?: string; nameOf?: Naming<T>; turned?: boolean } = {},
  ): this {
    const table = tableOf(title, measured, figures, note);
    if (measured.length > 0) this.#found.tables.push(turned ? turnedRound(table) : table);
    return this.compare(measured, figures, nameOf);
  }

  /** Lines or bars, each with a value for each thing that was measured. */
  chart<T>(
    look: Omit<Chart, 'series'>,
    measured: readonly T[],
    lines: readonly (readonly [
      name: string,
      read: (one: T, index: number) => number | null | undefined,
    ])[],
  ): this {
    const series = lines.map(([name, read]) => {
      return { name, values: measured.map((one, index) => read(one, index) ?? null) };
    });
    this.#found.charts.push({ ...look, series });
    return this;
  }

  fault(...texts: readonly string[]): this {
    this.#found.faults.push(...texts);
    return this;
  }

  note(...texts: readonly string[]): this {
    this.#found.notes.push(...texts);
    return this;
  }

  /** `raw` is everything that was measured. Findings with a bound get a table of their own, the first. */
  done(raw: unknown): Findings {
    const bounds = tableOf<Finding>(
      'Targets',
      this.#bounded,
      [
        ['', '', ({ name }) => name],
        ['measured', '', ({ value }) => (Number.isNaN(value) ? null : value)],
        ['at most', '', ({ bound }) => bound],
        ['unit', '', ({ unit }) => (unit === 'count' ? '' : unit)],
        ['', '', ({ verdict }) => verdict],
      ],
      'A target that is missed fails no run.',
    );
    if (this.#bounded.length > 0) this.#found.tables.unshift(bounds);
    return { ...this.#found, raw };
  }
}
