/** The report of a run as a page: one file, which loads nothing from anywhere. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cell, Chart, Table, Finding } from './findings.js';
import {
  drawChart,
  seriesColour,
  seriesSign,
  type ColouredChart,
  type ChartRenderer,
  loadChartRenderer,
} from './charts.js';
import {
  formatCell,
  isFigureColumn,
  withUnit,
  formatDate,
  formatMetric,
  formatSeconds,
  keyMetrics,
  verdictOf,
} from './terminal.js';
import { PAGE_STYLE } from './page-style.js';
import { type Facts, RECORD_FILE, type RunRecord } from './run-record.js';

export class Html {
  constructor(readonly markup: string) {}
}

type Content = Html | string | number | readonly Html[];

export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(String.raw({ raw: parts }, ...contents.map(render)));
}

export const EMPTY = new Html('');

function render(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(render).join('');
  return escape(String(content));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Each chart is drawn twice and the page shows what fits: letters in a scaled picture would be too small. */
const WIDE = 900;
const NARROW = 350;

/** Letters. */
const TEXT_COLUMN = 18;

const STYLE = new Html(PAGE_STYLE);

export function page(title: string, body: readonly Html[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.markup.concat('\n');
}

/** `tones` gives cells with a certain text a class. */
export function tableSection(table: Table, tones: ReadonlyMap<string, string> = new Map()): Html {
  return html`<section>
    <h2>${table.title}</h2>
    ${paragraph(table.note)} ${tableBox(table, tones)}
  </section>`;
}

function tableBox({ title, columns, rows }: Table, tones: ReadonlyMap<string, string>): Html {
  const figures = columns.map((_, column) => isFigureColumn(rows, column));
  const side = (column: number): string => (figures[column] ? 'figure' : '');
  const head = columns.map(
    (column, index) =>
      html`<th
        scope="col"
        class="${side(index)}"
        style="min-width: calc(${letters(rows, index)}ch + 1.5rem)"
      >
        ${withUnit(column)}
      </th>`,
  );
  const cell = (value: Cell | undefined, column: number): Html => {
    const text = formatCell(value);
    return html`<td class="${side(column)} ${tones.get(text) ?? ''}">${text}</td>`;
  };
  const body = rows.map(
    (row) =>
      html`<tr>
        ${columns.map((_, column) => cell(row[column], column))}
      </tr> `,
  );
  // A box that scrolls must be reachable by the keyboard.
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

/** Room for a column's text without too many line breaks, where the whole table is wider than the screen. */
function letters(rows: readonly (readonly Cell[])[], column: number): number {
  return Math.min(TEXT_COLUMN, Math.max(0, ...rows.map((row) => formatCell(row[column]).length)));
}

export function chartSection(chart: ColouredChart, renderer: ChartRenderer | null): Html {
  const values = html`<details ${renderer === null ? new Html('open') : EMPTY}>
    <summary>Values</summary>
    ${tableBox(chartTable(chart), new Map())}
  </details>`;
  return html`<section>
    <h2>${chart.title}</h2>
    ${paragraph(chart.note)} ${pictures(chart, renderer)} ${values}
  </section>`;
}

function pictures(chart: ColouredChart, renderer: ChartRenderer | null): Html {
  if (renderer === null)
    return html`<p class="hint">
      The chart was not drawn: that needs the packages of the load laboratory, which
      <code>npm run load</code> installs.
    </p>`;
  const picture = (width: number, name: string): Html => {
    const drawing = drawChart(chart, width);
    if (drawing === undefined) return EMPTY;
    return html`<div class="chart ${name}" role="img" aria-label="${chart.title}">
      ${new Html(renderer(drawing))}
    </div>`;
  };
  const both = [picture(WIDE, 'wide'), picture(NARROW, 'narrow')];
  return both.includes(EMPTY)
    ? html`<p class="hint">Nothing was measured.</p>`
    : html`${legend(chart)} ${both}`;
}

/** Beside the picture and not in it, so that it takes the lines that it needs. */
function legend(chart: ColouredChart): Html {
  const items = chart.series.map(
    ({ name }, index) =>
      html`<li>
        <span style="color: ${seriesColour(chart, index)}" aria-hidden="true"
          >${seriesSign(chart, index)}</span
        >
        ${name}
      </li> `,
  );
  return html`<ul class="legend">
    ${items}
  </ul>`;
}

function chartTable({ title, x, y, series }: Chart): Table {
  const { unit } = y;
  return {
    title: `${title}: values`,
    columns: [
      x,
      ...series.map(({ name }) => ({ label: name, ...(unit !== undefined && { unit }) })),
    ],
    rows: x.values.map((at, index) => [at, ...series.map(({ values }) => values[index] ?? null)]),
  };
}

export function factList(title: string, facts: Facts): Html {
  const rows = Object.entries(facts).map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  );
  return html`<section>
    ${title === '' ? EMPTY : html`<h3>${title}</h3>`}
    <dl>${rows}</dl>
  </section>`;
}

export function list(items: readonly string[]): Html {
  return html`<ul>
    ${items.map((item) => html`<li>${item}</li> `)}
  </ul>`;
}

function paragraph(text: string | undefined): Html {
  return text === undefined || text === '' ? EMPTY : html`<p class="note">${text}</p>`;
}

function runPage(run: RunRecord, renderer: ChartRenderer | null): string {
  const { experiment, findings } = run;
  const { metrics, charts, tables, notes } = findings;
  const keys = keyMetrics(metrics);
  return page(`${experiment} – Madang load report`, [
    header(run),
    verdict(run),
    keys.length === 0 ? EMPTY : keyFigures(keys),
    ...charts.map((chart) => chartSection(chart, renderer)),
    ...tables.map((table) => tableSection(table)),
    notes.length === 0
      ? EMPTY
      : html`<section>
          <h2>Notes</h2>
          ${list(notes)}
        </section>`,
    about(run, keys.length < metrics.length ? tableSection(metricsTable(metrics)) : EMPTY),
  ]);
}

function header({ experiment, startedAt, seconds }: RunRecord): Html {
  return html`<header>
    <p class="kicker">Madang load report</p>
    <h1>${experiment}</h1>
    <p class="when">${formatDate(startedAt)}, ${formatSeconds(seconds)}</p>
  </header>`;
}

function verdict(run: RunRecord): Html {
  const { good, words } = verdictOf(run);
  const { faults } = run.findings;
  return html`<div class="verdict ${good ? 'good' : 'bad'}">
    <p>${words}</p>
    ${faults.length === 0 ? EMPTY : list(faults)}
  </div>`;
}

function keyFigures(metrics: readonly Finding[]): Html {
  const tiles = metrics.map((metric) => {
    const { figure, unit } = formatMetric(metric);
    return html`<div>
      <dt>${metric.name}</dt>
      <dd>${figure} <small>${unit}</small></dd>
    </div> `;
  });
  return html`<dl class="keys">${tiles}</dl>`;
}

function metricsTable(metrics: readonly Finding[]): Table {
  return {
    title: 'All figures that runs are compared by',
    columns: [{ label: 'figure' }, { label: 'value' }, { label: 'unit' }, { label: 'better' }],
    rows: metrics.map(({ name, value, unit, better }) => [name, value, unit, better]),
  };
}

function about({ command, machine, versions, settings }: RunRecord, metrics: Html): Html {
  return html`<details class="about">
    <summary>Command, settings, machine, versions</summary>
    <section>
      <h3>Command</h3>
      <pre><code>${command}</code></pre>
    </section>
    ${factList('Settings', settings)} ${factList('Machine', machine)}
    ${factList('Versions', versions)} ${metrics}
    <p>Everything that was measured: <a href="${RECORD_FILE}">${RECORD_FILE}</a></p>
  </details>`;
}

/** Writes `report.json` and `index.html`; resolves with the path of the page. */
export async function writeReport(
  run: RunRecord,
  dir: string,
  renderer: ChartRenderer | null = loadChartRenderer(),
): Promise<string> {
  const path = join(dir, 'index.html');
  await mkdir(dir, { recursive: true });
  // First, and whatever becomes of the page: it alone cannot be had again.
  await writeFile(join(dir, RECORD_FILE), `${JSON.stringify(run, null, 2)}\n`);
  await writeFile(path, runPage(run, renderer));
  return path;
}
