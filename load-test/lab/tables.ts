/** Tables, charts and comparisons of figures: an experiment names each figure once, with where it comes from. */
import type { Cell, Chart, Metric, Table } from './findings.js';

type Value = number | null | undefined;

/** Where a figure comes from, for each of the things that were measured. */
type Reading<T, V = Value> = (one: T, index: number) => V;

/** A column; what was not measured is an empty cell. */
export type Column<T> = readonly [label: string, unit: string, read: Reading<T, Cell | undefined>];

/** By which two runs are compared: what was not measured is left out. */
export type Compared<T> = readonly [
  name: string,
  unit: Metric['unit'],
  read: Reading<T>,
  better?: Metric['better'],
];

export function tableOf<T>(
  title: string,
  measured: readonly T[],
  columns: readonly Column<T>[],
  note?: string,
): Table {
  return {
    title,
    ...(note !== undefined && { note }),
    columns: columns.map(([label, unit]) => (unit === '' ? { label } : { label, unit })),
    rows: measured.map((one, index) => columns.map(([, , read]) => read(one, index) ?? null)),
  };
}

/** Figure by figure. */
export function metricsOf<T>(
  measured: readonly T[],
  figures: readonly Compared<T>[],
  nameOf: (figure: string, one: T, index: number) => string = (figure) => figure,
): Metric[] {
  return figures.flatMap(([name, unit, read, better = 'lower']) =>
    measured.flatMap((one, index): Metric[] => {
      const value = read(one, index);
      return value == null ? [] : [{ name: nameOf(name, one, index), unit, value, better }];
    }),
  );
}

/** Lines or bars, each with a value for each thing that was measured. */
export function seriesOf<T>(
  measured: readonly T[],
  lines: readonly (readonly [name: string, read: Reading<T>])[],
): Chart['series'] {
  return lines.map(([name, read]) => ({
    name,
    values: measured.map((one, index) => read(one, index) ?? null),
  }));
}

/** Whether a target was reached, for the notes: one that is missed fails no run. */
export function heldAgainst(what: string, value: number | null, most: number, unit: string) {
  const target = `${what}, target at most ${most} ${unit}`;
  if (value === null) return `${target}: not measured.`;
  return `${target}: ${value <= most ? 'reached' : 'missed'} (${value} ${unit}).`;
}
