/** What a run found out, as text for the terminal. */
import type { Cell, Table } from './findings.js';
import { formatCell, formatMetric, isFigureColumn, withUnit } from './format.js';
import { keyMetrics } from './key-metrics.js';
import type { RunRecord } from './run-record.js';
import { verdictOf } from './verdict.js';

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
