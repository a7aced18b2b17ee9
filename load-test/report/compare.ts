/** `npm run load -- compare A B` */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LabError } from '../swarm/command-line.js';
import { loadChartRenderer, type ChartRenderer } from './chart-renderer.js';
import { comparePage } from './compare-page.js';
import { compareRuns, TONES, type Comparison, type Side } from './comparison.js';
import { NOTHING } from './format.js';
import { readRecord } from './run-record.js';
import { formatTable, wantsColour } from './terminal.js';

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
