/** Outcomes as tables for people. */
import type { Figure, Outcome } from './piece.js';

const CELL_WIDTH = 11;

export function formatOutcome({ title, operation, figures, note }: Outcome): string {
  const width = Math.max(...figures.map(({ name }) => name.length)) + 2;
  const has = (field: 'bytes' | 'cores'): boolean =>
    figures.some((figure) => figure[field] !== undefined);
  const columns: [label: string, cell: (figure: Figure) => string][] = [
    ['per op', ({ nsPerOp }) => formatTime(nsPerOp)],
    ['ops/s', ({ nsPerOp }) => Math.round(1e9 / nsPerOp).toLocaleString('en')],
    ['±', ({ errorPercent }) => `${errorPercent.toFixed(1)} %`],
    ['ratio', ({ nsPerOp }) => (nsPerOp / (figures[0]?.nsPerOp ?? nsPerOp)).toFixed(2)],
  ];
  if (has('bytes')) columns.push(['bytes', ({ bytes }) => String(bytes ?? '-')]);
  if (has('cores')) columns.push(['cores', ({ cores }) => cores?.toFixed(3) ?? '-']);

  const row = (label: string, cells: string[]): string =>
    label.padEnd(width) + cells.map((cell) => cell.padStart(CELL_WIDTH)).join('');
  const head = columns.map(([label]) => label);
  const rows = figures.map((figure) =>
    row(
      figure.name,
      columns.map(([, cell]) => cell(figure)),
    ),
  );
  return [
    `${title} (one operation is ${operation})`,
    row('', head),
    ...rows,
    ...(note === '' ? [] : [note]),
  ].join('\n');
}

/** In ns or µs, with three digits or more. */
export function formatTime(nanoseconds: number): string {
  const [value, unit] = nanoseconds < 1_000 ? [nanoseconds, 'ns'] : [nanoseconds / 1_000, 'µs'];
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}
