/** Two runs beside each other. */
import type { ChartRenderer } from './chart-renderer.js';
import { TONES, type Comparison, type Side } from './comparison.js';
import { formatDate, NOTHING } from './format.js';
import { EMPTY, html, type Html } from './html.js';
import { chartSection, factList, list, page, tableSection } from './page.js';

export function comparePage(comparison: Comparison, renderer: ChartRenderer | null): string {
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
