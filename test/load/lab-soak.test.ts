import { describe, expect, it } from 'vitest';
import type { MemorySeries } from '../../load-test/rig/watch.js';
import { LabError } from '../../load-test/swarm/command-line.js';
import { describeSoak, growthOf, soakExperiment } from '../../load-test/lab/soak.js';
import type { SwarmResult } from '../../load-test/swarm/result.js';
import { sampleResult } from './sample-result.js';

const SAMPLES = 100;

function series(mbAt: (n: number) => number): MemorySeries {
  return { part: 'madang 1', mb: Array.from({ length: SAMPLES }, (_, n) => mbAt(n)) };
}

/** Rises by 40 MB and is collected, again and again. */
const sawtooth = (n: number): number => 100 + (n % 10) * 4;

const soak = (options: Record<string, string>) =>
  soakExperiment.run({
    options: { rooms: '2', players: '20', rate: '2', seconds: '3', ...options },
    serverCore: undefined,
    swarmCore: undefined,
    signal: new AbortController().signal,
    progress: () => {},
  });

describe('the growth of memory', () => {
  it('is none where garbage comes and goes', () => {
    expect(growthOf(series(sawtooth))).toBe(0);
  });

  it('does not count while code and heap settle', () => {
    expect(growthOf(series((n) => sawtooth(n) - (n < 40 ? 60 : 0)))).toBe(0);
  });

  it('is none where a collection falls into one half only', () => {
    const collectedAt = (when: number) => (n: number) =>
      100 + Math.min(n < when ? n + 50 : n - when, 45) * 4;
    for (const when of [45, 60, 75, 90])
      expect(growthOf(series(collectedAt(when)))).toBeLessThanOrEqual(0);
  });

  it('is found below the garbage', () => {
    // A megabyte at each sample, over the 30 from the one floor to the other.
    expect(growthOf(series((n) => sawtooth(n) + n))).toBe(30);
  });

  it('is negative where memory shrinks, and 0 where nothing is known', () => {
    expect(growthOf(series((n) => 200 - n))).toBe(-30);
    expect(growthOf({ part: 'madang 1', mb: [] })).toBe(0);
    expect(growthOf({ part: 'madang 1', mb: [80] })).toBe(0);
  });
});

describe('what soak shows', () => {
  const leaking = { ...series((n) => sawtooth(n) + n), part: 'madang 2' };

  it('calls the part that grew, and only that, a fault', () => {
    const { faults, metrics } = describeSoak(sampleResult(), [series(sawtooth), leaking], 5);
    expect(faults).toEqual(['madang 2 grew by 30 MB']);
    expect(metrics).toContainEqual(
      expect.objectContaining({ name: 'madang 2: memory growth', unit: 'MB', value: 30 }),
    );
  });

  it('calls losses faults, however memory was', () => {
    const result = sampleResult();
    result.chat.lost = 2;
    expect(describeSoak(result, [series(sawtooth)], 5).faults).toEqual(['2 messages were lost']);
  });

  it('names the rows of its tables', () => {
    const { tables, charts } = describeSoak(sampleResult(), [series(sawtooth), leaking], 5);
    expect(tables[0]!.rows.map(([name]) => name)).toEqual(['madang 1', 'madang 2']);
    expect(tables[1]!.rows).toEqual([[20, 40, 40, 40, 20, 40, 40, 40]]);
    expect(charts[0]!.x.values.slice(0, 2)).toEqual([5, 10]);
  });

  it('says so where memory cannot be seen', () => {
    expect(describeSoak(sampleResult(), [], 5).notes.join()).toContain('server elsewhere');
    expect(describeSoak(sampleResult(), [series(sawtooth)], 5).notes).toEqual([]);
  });
});

describe('the experiment', () => {
  it('judges what it has sampled of a real server', async () => {
    const { faults, metrics, raw } = await soak({ processes: '1' });
    const { result, series: sampled } = raw as { result: SwarmResult; series: MemorySeries[] };
    expect(result).toMatchObject({ ended: 'complete', joins: { joined: 40 } });
    expect(sampled.map(({ part }) => part)).toEqual(['madang 1']);
    const [madang] = sampled;
    // 120 are asked for; a busy machine may take fewer.
    expect(madang!.mb.length).toBeGreaterThan(10);
    expect(Math.min(...madang!.mb)).toBeGreaterThan(30);
    const growth = growthOf(madang!);
    expect(metrics[0]).toMatchObject({ name: 'madang 1: memory growth', value: growth });
    expect(faults).toEqual(describeSoak(result, sampled, 0.025).faults);
    expect(faults.filter((fault) => fault.includes('lost'))).toEqual([]);
    expect(faults.some((fault) => fault.startsWith('madang 1 grew'))).toBe(growth > 15);
  });

  it('has no processes where the server is elsewhere', async () => {
    const refused = soak({ target: 'http://127.0.0.1:4', processes: '1' });
    await expect(refused).rejects.toThrow('--processes is for servers started here');
    await expect(refused).rejects.toBeInstanceOf(LabError);
  });
});
