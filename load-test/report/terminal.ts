/** What a run found out, as text; figures look alike on the terminal, in the tables of the page and at the axes. */

import type { Cell, Finding, Table } from './findings.js';
import type { RunRecord } from './run-record.js';

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

type Judged = Pick<RunRecord, 'interrupted' | 'exitCode' | 'findings'>;

/** One line, alike on the page and the terminal; the faults themselves are told below it. */
export function verdictOf({ interrupted, exitCode, findings: { faults } }: Judged): {
  good: boolean;
  words: string;
} {
  const reasons = [];
  if (faults.length > 0) reasons.push(faults.length === 1 ? '1 fault' : `${faults.length} faults`);
  if (interrupted) reasons.push('interrupted, so the figures tell of a part of the run');
  if (reasons.length === 0 && exitCode !== 0) reasons.push(`exit code ${exitCode}`);
  return reasons.length === 0
    ? { good: true, words: 'Good: no faults' }
    : { good: false, words: `Not good: ${reasons.join('; ')}` };
}

const GAP = '  ';

/** Colours are for eyes, not for files: https://no-color.org */
export function wantsColour(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env['NO_COLOR'];
}

/** Tables, notes, key figures, and the verdict last, where the eye is when a run ends. */
export function formatRecord(
  run: RunRecord,
  colour = wantsColour(process.stdout, process.env),
): string {
  const { metrics, tables, notes, faults } = run.findings;
  const paint = painter(colour);
  const { good, words } = verdictOf(run);
  const keys = keyMetrics(metrics).map((metric): Cell[] => {
    const { figure, unit } = formatMetric(metric);
    return [metric.name, figure, unit];
  });
  return [
    ...tables.map((table) => formatTable(table, colour)),
    ...(notes.length > 0 ? [notes.map((note) => `note: ${note}`).join('\n')] : []),
    ...(keys.length > 0 ? [alignRows(keys).join('\n')] : []),
    [paint(good ? 'good' : 'bad', words), ...faults.map((fault) => `  - ${fault}`)].join('\n'),
  ].join('\n\n');
}

/** `tones` colours cells with a certain text. */
export function formatTable(
  { title, note, columns, rows }: Table,
  colour: boolean,
  tones: ReadonlyMap<string, Tone> = new Map(),
): string {
  const paint = painter(colour);
  const paintCell = (text: string): string => {
    const tone = tones.get(text);
    return tone === undefined ? text : paint(tone, text);
  };
  const [head = '', ...lines] = alignRows(rows, columns.map(withUnit), paintCell);
  const above = note === undefined || note === '' ? [] : [paint('soft', note)];
  return [paint('strong', title), ...above, paint('soft', head), ...lines].join('\n');
}

/** Columns with room for their longest cell, figures at the right. */
function alignRows(
  rows: readonly (readonly Cell[])[],
  head?: readonly string[],
  paintCell = (text: string): string => text,
): string[] {
  const width = Math.max(head?.length ?? 0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => {
    const cells = rows.map((row) => formatCell(row[column]));
    if (head !== undefined) cells.unshift(head[column] ?? '');
    const longest = Math.max(...cells.map(displayWidth));
    const atRight = isFigureColumn(rows, column);
    return cells.map((cell) => {
      const space = ' '.repeat(longest - displayWidth(cell));
      return atRight ? space + paintCell(cell) : paintCell(cell) + space;
    });
  });
  const count = rows.length + (head === undefined ? 0 : 1);
  return Array.from({ length: count }, (_, line) =>
    columns
      .map((cells) => cells[line])
      .join(GAP)
      .trimEnd(),
  );
}

const GRAPHEMES = new Intl.Segmenter();
const WIDE =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u{ff01}-\u{ff60}]/u;

/** Columns on a terminal: East Asian letters and emoji take two. */
function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

export type Tone = 'good' | 'bad' | 'soft' | 'strong';
const CODES: Readonly<Record<Tone, string>> = { good: '32', bad: '31', soft: '2', strong: '1' };

function painter(colour: boolean): (tone: Tone, text: string) => string {
  return (tone, text) => (colour ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text);
}
