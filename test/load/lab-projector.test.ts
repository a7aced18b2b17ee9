import { describe, expect, it } from 'vitest';
import { LabError } from '../../load-test/swarm/command-line.js';
import { describeProjector, projectorExperiment } from '../../load-test/lab/pages.js';
import { sampleResult } from './sample-result.js';

const describeFps = (fps: number[], trouble?: string, result = sampleResult()) =>
  describeProjector(
    { fps, trouble },
    { least: 55, players: 200, result, width: 1920, height: 1080 },
  );

describe('what projector shows', () => {
  it('has the median, the worst and the best second', () => {
    const { metrics, tables, faults } = describeFps([60, 40, 58, 59]);
    expect(metrics.map(({ value }) => value)).toEqual([58, 40]);
    expect(tables[0]!.rows).toEqual([[200, 4, 58, 40, 60]]);
    expect(faults).toEqual([]);
  });

  it('calls too few frames a fault', () => {
    expect(describeFps([54, 54, 60]).faults).toEqual(['54 frames a second are fewer than 55']);
  });

  it('has no figures where the page never showed everybody, and says why', () => {
    const { metrics, tables, faults } = describeFps([], 'Timeout 5000ms exceeded.');
    expect(metrics).toEqual([]);
    expect(tables[0]!.rows).toEqual([[200, 0, null, null, null]]);
    expect(faults).toEqual([
      'the page could not be watched: Timeout 5000ms exceeded.',
      'the page never showed all 200 avatars',
    ]);
  });

  it('calls losses faults; a busy core is a note, as the browser is on it as well', () => {
    const result = sampleResult();
    result.swarmSaturated = true;
    expect(describeFps([60], undefined, result)).toMatchObject({
      faults: [],
      notes: [expect.stringContaining('was saturated')],
    });
    result.moves.lost = 1;
    expect(describeFps([60], undefined, result).faults).toEqual(['1 moves were lost']);
  });
});

describe('the experiment', () => {
  it('without a browser starts no server', async () => {
    const said: string[] = [];
    const refused = projectorExperiment.run({
      options: { players: '2', seconds: '2', 'min-fps': '1', chromium: '/no/such/browser' },
      serverCore: undefined,
      swarmCore: undefined,
      signal: new AbortController().signal,
      progress: (message) => said.push(message),
    });
    await expect(refused).rejects.toThrow(/^--chromium: .*\/no\/such\/browser/);
    await expect(refused).rejects.toBeInstanceOf(LabError);
    expect(said).toEqual([]);
  });
});
