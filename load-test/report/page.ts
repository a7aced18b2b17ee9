/** The frame and the parts that all pages are made of: one file, which loads nothing from anywhere. */
import type { Cell, Chart, Table } from './findings.js';
import { drawChart, seriesColour, seriesSign, type ColouredChart } from './chart-drawing.js';
import type { ChartRenderer } from './chart-renderer.js';
import { formatCell, isFigureColumn, withUnit } from './format.js';
import { EMPTY, Html, html } from './html.js';
import { PAGE_STYLE } from './page-style.js';
import type { Facts } from './run-record.js';

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
