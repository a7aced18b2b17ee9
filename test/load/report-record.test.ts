import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LabError } from '../../load-test/swarm/command-line.js';
import { describeMachine, describeVersions } from '../../load-test/report/machine.js';
import { readRecord } from '../../load-test/report/run-record.js';
import { writeReport } from '../../load-test/report/page.js';
import { sampleRun, temporaryFolder } from './sample-run.js';

it('comes back from disk as it was written', async () => {
  const folder = temporaryFolder();
  const run = sampleRun();
  await writeReport(run, folder, null);
  expect(await readRecord(folder)).toEqual(run);
  expect(await readRecord(join(folder, 'report.json'))).toEqual(run);
});

it('keeps a figure that could not be had apart from zero', async () => {
  const folder = temporaryFolder();
  await writeReport(
    sampleRun({ metrics: [{ name: 'p95', unit: 'ms', value: NaN, better: 'lower' }] }),
    folder,
    null,
  );
  const { findings } = await readRecord(folder);
  expect(findings.metrics[0]?.value).toBeNaN();
});

it.each([
  ['an empty folder', undefined, 'it holds no report.json'],
  ['what is no JSON', '{', 'is no report of a run'],
  ['another JSON', '{"experiment":"stages"}', 'at command'],
  [
    'a figure that is none',
    JSON.stringify(sampleRun()).replace('"value":12', '"value":"twelve"'),
    'metrics.1.value',
  ],
])('refuses %s', async (_, text, reason) => {
  const folder = temporaryFolder();
  if (text !== undefined) writeFileSync(join(folder, 'report.json'), text);
  const reading = readRecord(folder);
  await expect(reading).rejects.toThrow(LabError);
  await expect(reading).rejects.toThrow(reason);
});

it('names a path that leads nowhere', async () => {
  await expect(readRecord('/nowhere/at/all')).rejects.toThrow('/nowhere/at/all: no such report');
});

it('describes this machine and its programs', async () => {
  expect(await describeMachine()).toMatchObject({
    cores: expect.any(Number),
    'memory, GB': expect.any(Number),
    kernel: expect.stringContaining('Linux'),
  });
  expect(await describeVersions()).toMatchObject({
    madang: expect.stringMatching(/^\d+\.\d+\.\d+/),
    Node: process.versions.node,
    'Socket.IO': expect.stringMatching(/^\d/),
    Redis: expect.stringMatching(/^\d/),
  });
});
