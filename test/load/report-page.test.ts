import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Drawing } from '../../load-test/report/charts.js';
import { writeReport } from '../../load-test/report/page.js';
import { sampleChart, sampleRun, temporaryFolder } from './sample-run.js';

const HOSTILE = '</title><script>alert(1)</script><img src="https://evil.example/x">';

async function pageOf(run = sampleRun(), renderer: ((d: Drawing) => string) | null = null) {
  return readFileSync(await writeReport(run, temporaryFolder(), renderer), 'utf8');
}

const svg = ({ width }: Drawing): string => `<svg data-width="${width}"></svg>`;

it('loads nothing from anywhere', async () => {
  const page = await pageOf(sampleRun(), svg);
  const loads = [...page.matchAll(/(?:src|href|action)\s*=\s*"([^"]*)"|url\(([^)]*)\)|@import/g)];
  expect(loads.map(([, attribute, url]) => attribute ?? url)).toEqual(['report.json']);
  expect(page).not.toContain('<script');
  expect(page).toContain('<html lang="en">');
});

it('escapes every text that comes from elsewhere', async () => {
  const page = await pageOf(
    sampleRun(
      {
        faults: [`fault ${HOSTILE}`],
        notes: [`note ${HOSTILE}`],
        metrics: [{ name: `metric ${HOSTILE}`, unit: 'ms', value: 1, better: 'lower' }],
        charts: [
          {
            ...sampleChart,
            title: HOSTILE,
            note: HOSTILE,
            series: [{ name: HOSTILE, values: [1] }],
          },
        ],
        tables: [
          { title: HOSTILE, note: HOSTILE, columns: [{ label: HOSTILE }], rows: [[HOSTILE]] },
        ],
      },
      {
        experiment: HOSTILE,
        command: HOSTILE,
        startedAt: HOSTILE,
        machine: { [HOSTILE]: HOSTILE },
        versions: { [HOSTILE]: HOSTILE },
        settings: { target: HOSTILE },
      },
    ),
    svg,
  );
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<img');
  expect(page).not.toContain('"https:');
});

it('shows every cell, metric, note, fault and fact', async () => {
  const run = sampleRun(
    { faults: ['12 moves were lost', 'p95 was 159 ms'] },
    { exitCode: 1, settings: { target: 'http://hall.example' } },
  );
  const page = await pageOf(run);
  const texts = [
    ['Parts', 'Measured at capacity.', 'CPU, cores', 'nginx', '0.041', '마당', '1,234,567', '–'],
    ['move p95', '49', 'Two cores.', 'Not good: 2 faults', '12 moves were lost', 'p95 was 159 ms'],
    ['http://hall.example', 'AMD EPYC', '20.20.2', 'npm run load -- stages --seconds 30'],
    ['20 November 2026 at 13:56 UTC', '1\u00a0min 35\u00a0s'],
  ].flat();
  for (const text of texts) expect(page).toContain(text);
});

it.each([
  ['good', {}, 'Good: no faults'],
  ['bad', { interrupted: true, exitCode: 130 }, 'Not good: interrupted'],
  ['bad', { exitCode: 1 }, 'Not good: exit code 1'],
])('tells a run that was %s: %j', async (tone, run, words) => {
  const page = await pageOf(sampleRun({}, run));
  expect(page).toContain(`class="verdict ${tone}"`);
  expect(page).toContain(words);
});

it('draws each chart for wide and for narrow screens', async () => {
  const page = await pageOf(sampleRun(), svg);
  const widths = [...page.matchAll(/<svg data-width="(\d+)">/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(2);
  expect(widths[0]).toBeGreaterThan(2 * widths[1]!);
});

it('shows the values and says what is missing where charts cannot be drawn', async () => {
  const page = await pageOf(sampleRun());
  expect(page).toContain('needs the packages of the load laboratory');
  expect(page).toContain('<details open>');
  expect(page).toContain('110');
});

it('draws nothing where nothing was measured', async () => {
  const chart = { ...sampleChart, series: [{ name: 'p50', values: [null, NaN, null] }] };
  const page = await pageOf(sampleRun({ charts: [chart] }), svg);
  expect(page).toContain('Nothing was measured.');
  expect(page).not.toContain('<svg');
});
