/** Figures as text, alike on the terminal, in the tables and at the axes. */
import type { Cell, Finding } from './findings.js';

/** Stands for what was not measured or does not exist. */
export const NOTHING = '–';

/** Whole numbers in full, others with about three digits. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size !== 0 && size < 0.001) return value.toExponential(1);
  const decimals = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Figures at an axis are round already. */
export function formatTick(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 9 });
}

export function formatCell(cell: Cell | undefined): string {
  if (cell == null) return NOTHING;
  return typeof cell === 'number' ? formatNumber(cell) : cell;
}

/** Long byte rates become kB or MB; a count needs no unit. */
export function formatMetric({ value, unit }: Pick<Finding, 'value' | 'unit'>): {
  figure: string;
  unit: string;
} {
  if (unit === 'count') return { figure: formatNumber(value), unit: '' };
  if (unit === 'B/s' && value >= 1e6) return { figure: formatNumber(value / 1e6), unit: 'MB/s' };
  if (unit === 'B/s' && value >= 1e3) return { figure: formatNumber(value / 1e3), unit: 'kB/s' };
  return { figure: formatNumber(value), unit };
}

/** `label, unit` */
export function withUnit({ label, unit }: { label: string; unit?: string }): string {
  return unit === undefined || unit === '' ? label : `${label}, ${unit}`;
}

export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}\u00a0s`;
  return `${Math.floor(whole / 60)}\u00a0min ${whole % 60}\u00a0s`;
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Of an ISO date; another text stays as it is. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${DATE.format(date)} UTC`;
}

const FIGURE = /^(?:–|[+−-]?\d[\d.,]*(?:e[+-]\d+)?(?: ?%)?)$/u;

/** Columns of figures are aligned at the right, with the odd word among them. */
export function isFigureColumn(rows: readonly (readonly Cell[])[], column: number): boolean {
  return (
    rows.some((row) => typeof row[column] === 'number') ||
    rows.every((row) => FIGURE.test(formatCell(row[column])))
  );
}
