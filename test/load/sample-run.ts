import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Chart, Findings } from '../../load-test/report/findings.js';
import type { RunRecord } from '../../load-test/report/run-record.js';

export const sampleChart: Chart = {
  title: 'Latency',
  kind: 'line',
  x: { label: 'flush interval', unit: 'ms', values: [0, 50, 100] },
  y: { label: 'latency', unit: 'ms' },
  series: [
    { name: 'p50', values: [5, null, 55] },
    { name: 'p95', values: [20, 60, 110] },
  ],
};

export function sampleRun(
  findings: Partial<Findings> = {},
  run: Partial<RunRecord> = {},
): RunRecord {
  return {
    experiment: 'stages',
    command: 'npm run load -- stages --seconds 30',
    startedAt: '2026-11-20T13:56:35.000Z',
    seconds: 95,
    interrupted: false,
    exitCode: 0,
    machine: { processor: 'AMD EPYC', cores: 2 },
    versions: { madang: '0.1.0', Node: '20.20.2' },
    settings: { 'flush interval, ms': 50 },
    findings: {
      metrics: [
        { name: 'move p95', unit: 'ms', value: 49, better: 'lower' },
        { name: 'rooms', unit: 'rooms', value: 12, better: 'higher' },
        { name: 'lost', unit: 'count', value: 0, better: 'lower' },
      ],
      tables: [
        {
          title: 'Parts',
          note: 'Measured at capacity.',
          columns: [{ label: 'part' }, { label: 'CPU', unit: 'cores' }],
          rows: [
            ['nginx', 0.041],
            ['마당', 1234567],
            ['Redis', null],
            ['pm2', 'idle'],
          ],
        },
      ],
      charts: [sampleChart],
      faults: [],
      notes: ['Two cores.'],
      raw: { anything: [1, { deep: null }] },
      ...findings,
    },
    ...run,
  };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'madang-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
