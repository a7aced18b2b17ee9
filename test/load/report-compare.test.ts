import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LabError } from '../../load-test/swarm/command-line.js';
import type { Finding } from '../../load-test/report/findings.js';
import { compareReports } from '../../load-test/report/compare.js';
import type { RunRecord } from '../../load-test/report/run-record.js';
import { writeReport } from '../../load-test/report/page.js';
import { sampleRun, temporaryFolder } from './sample-run.js';

async function compare(a: RunRecord, b: RunRecord) {
  const folder = temporaryFolder();
  const [pathA, pathB] = [join(folder, 'a'), join(folder, 'b')];
  await writeReport(a, pathA, null);
  await writeReport(b, pathB, null);
  const { text, path } = await compareReports(pathA, pathB, {}, null);
  expect(path).toBe(join(pathB, 'compare.html'));
  return { text, page: readFileSync(path, 'utf8') };
}

const metric = (name: string, value: number, better: Finding['better'] = 'lower'): Finding => {
  return { name, unit: 'ms', value, better };
};

it('tells better from worse by the direction of each metric', async () => {
  const before = [
    metric('latency', 100),
    metric('rooms', 10, 'higher'),
    metric('slower', 10),
    metric('fewer', 10, 'higher'),
    metric('steady', 100),
    metric('lost', 0),
    metric('gone', 7),
    metric('unknown', NaN),
  ];
  const after = [
    metric('latency', 50),
    metric('rooms', 15, 'higher'),
    metric('slower', 12.5),
    metric('fewer', 5, 'higher'),
    metric('steady', 103),
    metric('lost', 3),
    metric('unknown', 4),
    metric('new', 8),
  ];
  const { text, page } = await compare(
    sampleRun({ metrics: before }),
    sampleRun({ metrics: after }),
  );
  const lines = text.split('\n').map((line) => line.split(/ {2,}/));
  expect(lines).toContainEqual(['latency', 'ms', '100', '50', '−50 %', 'better']);
  expect(lines).toContainEqual(['rooms', 'ms', '10', '15', '+50 %', 'better']);
  expect(lines).toContainEqual(['slower', 'ms', '10', '12.5', '+25 %', 'worse']);
  expect(lines).toContainEqual(['fewer', 'ms', '10', '5', '−50 %', 'worse']);
  expect(lines).toContainEqual(['steady', 'ms', '100', '103', '+3 %', 'about the same']);
  expect(lines).toContainEqual(['lost', 'ms', '0', '3', '–', 'worse']);
  expect(lines).toContainEqual(['gone', 'ms', '7', '–', '–', 'only in A']);
  expect(lines).toContainEqual(['new', 'ms', '–', '8', '–', 'only in B']);
  expect(lines).toContainEqual(['unknown', 'ms', '–', '4', '–', 'only in B']);
  for (const { name } of [...before, ...after]) expect(page).toContain(`>${name}</td>`);
  expect(page).toContain('class=" good">better</td>');
  expect(text).not.toContain('warning');
});

it('charts the ratios of the figures that have one', async () => {
  const a = sampleRun({ metrics: [metric('latency', 100), metric('lost', 0)] });
  const b = sampleRun({ metrics: [metric('latency', 150), metric('lost', 4)] });
  const folder = temporaryFolder();
  await writeReport(a, join(folder, 'a'), null);
  await writeReport(b, join(folder, 'b'), null);
  const options: { yAxis: { data: string[] }; series: { name: string; data: unknown[] }[] }[] = [];
  await compareReports(join(folder, 'a'), join(folder, 'b'), {}, ({ option }) => {
    options.push(option as (typeof options)[number]);
    return '<svg></svg>';
  });
  expect(options[0]!.yAxis.data).toEqual(['latency']);
  expect(options[0]!.series.find(({ name }) => name === 'worse')!.data).toEqual([1.5]);
});

it('writes into another folder on demand, and reads files as well as folders', async () => {
  const folder = temporaryFolder();
  await writeReport(sampleRun(), folder, null);
  const out = join(folder, 'new/folder');
  const file = join(folder, 'report.json');
  const { path } = await compareReports(file, file, { out }, null);
  expect(path).toBe(join(out, 'compare.html'));
  expect(existsSync(path)).toBe(true);
});

it('refuses runs of different experiments', async () => {
  const comparing = compare(sampleRun(), sampleRun({}, { experiment: 'sweep' }));
  await expect(comparing).rejects.toThrow(LabError);
  await expect(comparing).rejects.toThrow('compare two runs of the same experiment');
});

it('warns of all that makes the comparison doubtful', async () => {
  const { text, page } = await compare(
    sampleRun(),
    sampleRun(
      { faults: ['12 moves were lost'] },
      {
        machine: { processor: 'AMD EPYC', cores: 4 },
        versions: { madang: '0.2.0', Node: '24.21.0' },
        settings: { rooms: 2 },
        interrupted: true,
      },
    ),
  );
  for (const warning of [
    'The machines differ: cores is 2 in A and 4 in B',
    'The versions differ: Node is 20.20.2 in A and 24.21.0 in B',
    'The settings differ: flush interval, ms is 50 in A and – in B',
    'The settings differ: rooms is – in A and 2 in B',
    'B has faults: 12 moves were lost',
    'B was interrupted',
  ]) {
    expect(text).toContain(`warning: ${warning}\n`);
    expect(page).toContain(warning);
  }
  // What most comparisons are about.
  expect(text).not.toContain('madang is');
});
