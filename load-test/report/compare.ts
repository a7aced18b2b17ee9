/** `npm run load -- compare A B`: two runs of one experiment, figure by figure. */

import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Finding, Table } from './findings.js';
import { type ColouredChart, type ChartRenderer, loadChartRenderer } from './charts.js';
import { formatNumber, NOTHING, formatDate, formatTable, wantsColour } from './terminal.js';
import { type Facts, type RunRecord, readRecord } from './run-record.js';
import {
  EMPTY,
  html,
  type Html,
  chartSection,
  factList,
  list,
  page,
  tableSection,
} from './page.js';
import { LabError } from '../swarm/command-line.js';

type Change = 'better' | 'worse' | 'about the same' | 'only in A' | 'only in B';

const TONES = new Map([
  ['better', 'good'],
  ['worse', 'bad'],
] as const);

/** One of the two runs. */
export interface Side {
  /** As given. */
  path: string;
  run: RunRecord;
}

export interface Comparison {
  a: Side;
  b: Side;
  /** What makes the comparison doubtful. */
  warnings: string[];
  table: Table;
  /** undefined where no figure of the two runs has a ratio. */
  chart: ColouredChart | undefined;
}

function compareRuns(a: Side, b: Side): Comparison {
  const found = differences(a.run.findings.metrics, b.run.findings.metrics);
  return {
    a,
    b,
    warnings: doubts(a.run, b.run),
    table: differenceTable(found),
    chart: ratioChart(found),
  };
}

interface Difference {
  name: string;
  unit: Finding['unit'];
  a: number | null;
  b: number | null;
  /** Of B against A; null where A has nothing or zero. */
  percent: number | null;
  change: Change;
}

/** Two runs of the same program on the same machine differ by that much. */
const NOISE_PERCENT = 5;

/** In the order of B, then what only A has. */
function differences(inA: readonly Finding[], inB: readonly Finding[]): Difference[] {
  const a = inA.filter(({ value }) => Number.isFinite(value));
  const b = inB.filter(({ value }) => Number.isFinite(value));
  // Figures in another unit are other figures.
  const key = ({ name, unit }: Finding): string => `${name} ${unit}`;
  const before = new Map(a.map((metric) => [key(metric), metric]));
  const after = new Set(b.map(key));
  return [
    ...b.map((metric) => differenceOf(before.get(key(metric)), metric)),
    ...a
      .filter((metric) => !after.has(key(metric)))
      .map(({ name, unit, value }): Difference => {
        return { name, unit, a: value, b: null, percent: null, change: 'only in A' };
      }),
  ];
}

function differenceOf(
  before: Finding | undefined,
  { name, unit, value, better }: Finding,
): Difference {
  if (before === undefined)
    return { name, unit, a: null, b: value, percent: null, change: 'only in B' };
  const a = before.value;
  const percent = value === a ? 0 : a === 0 ? null : ((value - a) / Math.abs(a)) * 100;
  const improved = better === 'lower' ? value < a : value > a;
  const change =
    percent !== null && Math.abs(percent) <= NOISE_PERCENT
      ? 'about the same'
      : improved
        ? 'better'
        : 'worse';
  return { name, unit, a, b: value, percent, change };
}

function differenceTable(found: readonly Difference[]): Table {
  return {
    title: 'Figure by figure',
    note: `Up to ${NOISE_PERCENT} % either way count as about the same, as two runs of one program differ by that much.`,
    columns: ['figure', 'unit', 'A', 'B', 'difference', ''].map((label) => ({ label })),
    rows: found.map(({ name, unit, a, b, percent, change }) => [
      name,
      unit === 'count' ? '' : unit,
      a,
      b,
      percent === null ? null : signed(percent),
      change,
    ]),
  };
}

function signed(percent: number): string {
  const rounded = Math.abs(percent) >= 10 ? Math.round(percent) : Math.round(percent * 10) / 10;
  if (!Number.isFinite(rounded)) return NOTHING;
  return `${rounded < 0 ? '−' : rounded > 0 ? '+' : ''}${formatNumber(Math.abs(rounded))} %`;
}

function ratioChart(found: readonly Difference[]): ColouredChart | undefined {
  const ratios = found.flatMap(({ name, a, b, change }) =>
    a === null || b === null || !(a > 0) ? [] : [{ name, ratio: b / a, change }],
  );
  if (ratios.length === 0) return undefined;
  return {
    title: 'B as a multiple of A',
    note: '1 is no difference.',
    kind: 'bar',
    x: { label: 'figure', values: ratios.map(({ name }) => name) },
    y: { label: 'B / A' },
    colours: ['var(--series-1)', 'var(--series-2)', 'var(--soft)'],
    series: (['better', 'worse', 'about the same'] as const).map((name) => ({
      name,
      values: ratios.map(({ ratio, change }) => (change === name ? ratio : null)),
    })),
  };
}

function doubts(a: RunRecord, b: RunRecord): string[] {
  // Another version of the program itself is what most comparisons are about.
  const others = ({ madang: _, ...versions }: Facts): Facts => versions;
  return [
    ...unequal('The machines differ', a.machine, b.machine),
    ...unequal('The versions differ', others(a.versions), others(b.versions)),
    ...unequal('The settings differ', a.settings, b.settings),
    ...failed('A', a),
    ...failed('B', b),
  ];
}

function unequal(what: string, a: Facts, b: Facts): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => a[name] !== b[name])
    .map((name) => `${what}: ${name} is ${a[name] ?? NOTHING} in A and ${b[name] ?? NOTHING} in B`);
}

function failed(name: string, { interrupted, findings: { faults } }: RunRecord): string[] {
  return [
    ...(faults.length > 0 ? [`${name} has faults: ${faults.join('; ')}`] : []),
    ...(interrupted ? [`${name} was interrupted`] : []),
  ];
}

function comparePage(comparison: Comparison, renderer: ChartRenderer | null): string {
  const { a, b, warnings, table, chart } = comparison;
  const { experiment } = b.run;
  return page(`${experiment}: two runs – Madang load report`, [
    html`<header>
      <p class="kicker">Madang load report</p>
      <h1>${experiment}: two runs</h1>
    </header>`,
    factList('', { A: nameOf(a), B: nameOf(b) }),
    warnings.length === 0 ? EMPTY : caution(warnings),
    tableSection(table, TONES),
    chart === undefined ? EMPTY : chartSection(chart, renderer),
  ]);
}

function nameOf({ path, run: { startedAt, versions, command } }: Side): string {
  return `${formatDate(startedAt)}, madang ${versions['madang'] ?? NOTHING}, ${command} (${path})`;
}

function caution(warnings: readonly string[]): Html {
  return html`<div class="verdict bad">
    <p>With caution:</p>
    ${list(warnings)}
  </div>`;
}

/** Reads two reports (folders or files) and writes `compare.html` beside B or into `out`. */
export async function compareReports(
  pathA: string,
  pathB: string,
  { out }: { out?: string | undefined } = {},
  renderer: ChartRenderer | null = loadChartRenderer(),
): Promise<{ text: string; path: string }> {
  const [a, b] = await Promise.all([readRecord(pathA), readRecord(pathB)]);
  if (a.experiment !== b.experiment)
    throw new LabError(
      `${pathA} is a report of ${a.experiment}, ${pathB} one of ${b.experiment}: ` +
        'compare two runs of the same experiment',
    );
  const comparison = compareRuns({ path: pathA, run: a }, { path: pathB, run: b });
  const dir = out ?? ((await stat(pathB)).isDirectory() ? pathB : dirname(pathB));
  const path = resolve(dir, 'compare.html');
  await mkdir(dir, { recursive: true });
  await writeFile(path, comparePage(comparison, renderer));
  return { text: comparisonText(comparison), path };
}

function comparisonText(
  { a, b, warnings, table }: Comparison,
  colour = wantsColour(process.stdout, process.env),
): string {
  const side = (name: string, { path, run }: Side): string =>
    `${name}  ${path}  ${run.startedAt}  madang ${run.versions['madang'] ?? NOTHING}`;
  return [
    [side('A', a), side('B', b)].join('\n'),
    ...(warnings.length > 0 ? [warnings.map((text) => `warning: ${text}`).join('\n')] : []),
    formatTable(table, colour, TONES),
  ].join('\n\n');
}
