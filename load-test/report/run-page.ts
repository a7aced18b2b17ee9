/** The report of one run. */
import type { Finding, Table } from './findings.js';
import type { ChartRenderer } from './chart-renderer.js';
import { formatDate, formatMetric, formatSeconds } from './format.js';
import { EMPTY, html, type Html } from './html.js';
import { keyMetrics } from './key-metrics.js';
import { chartSection, factList, list, page, tableSection } from './page.js';
import { RECORD_FILE, type RunRecord } from './run-record.js';
import { verdictOf } from './verdict.js';

export function runPage(run: RunRecord, renderer: ChartRenderer | null): string {
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
