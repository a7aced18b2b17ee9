import { expect, it } from 'vitest';
import { formatRecord, wantsColour } from '../../load-test/report/terminal.js';
import { sampleRun } from './sample-run.js';

it('aligns figures at the right and counts Hangul as two columns', () => {
  const lines = formatRecord(sampleRun(), false).split('\n');
  const start = lines.indexOf('Parts');
  expect(lines.slice(start, start + 7)).toEqual([
    'Parts',
    'Measured at capacity.',
    'part   CPU, cores',
    'nginx       0.041',
    '마당    1,234,567',
    'Redis           –',
    'pm2          idle',
  ]);
});

it('ends with key figures, verdict and faults', () => {
  const faults = ['12 moves were lost', 'p95 was 159 ms'];
  const text = formatRecord(sampleRun({ faults }, { exitCode: 1 }), false);
  expect(text).toMatch(/move p95 +49 +ms\n/);
  expect(text).toContain('note: Two cores.');
  expect(text.endsWith('Not good: 2 faults\n  - 12 moves were lost\n  - p95 was 159 ms')).toBe(
    true,
  );
  expect(formatRecord(sampleRun(), false)).toMatch(/Good: no faults$/);
});

it('shows big only the first figure of each group where there are many', () => {
  const metrics = ['stage 1', 'stage 2', 'stage 3'].flatMap((stage, index) =>
    ['p50', 'p95', 'p99'].map(
      (rank) =>
        ({ name: `${stage}: ${rank}`, unit: 'ms', value: index + 1, better: 'lower' }) as const,
    ),
  );
  const text = formatRecord(sampleRun({ metrics, tables: [] }), false);
  expect(text).toMatch(/stage 1: p50 +1 +ms\nstage 2: p50 +2 +ms\nstage 3: p50 +3 +ms\n/);
  expect(text).not.toContain('p95');
});

it('is coloured for eyes only', () => {
  const faults = ['lost'];
  expect(formatRecord(sampleRun({ faults }), true)).toContain(
    '\u001b[31mNot good: 1 fault\u001b[0m',
  );
  expect(formatRecord(sampleRun({ faults }), false)).not.toContain('\u001b');
  expect(wantsColour({ isTTY: true }, {})).toBe(true);
  expect(wantsColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColour({}, {})).toBe(false);
});
