/** The report of a run, as files in its folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadChartRenderer, type ChartRenderer } from './chart-renderer.js';
import { RECORD_FILE, type RunRecord } from './run-record.js';
import { runPage } from './run-page.js';

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
