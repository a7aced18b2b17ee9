import { describe, expect, it } from 'vitest';
import { describeStages, type PlayedStage } from '../../load-test/lab/stages.js';
import { sampleResult } from './sample-result.js';

function played(mustBeGood: boolean, lost = 0): PlayedStage {
  const result = sampleResult();
  result.moves.lost = lost;
  return {
    stage: {
      name: mustBeGood ? 'batched' : 'each event at once',
      format: 'json',
      setup: { shape: 'single', processes: 1, flushIntervalMs: mustBeGood ? 50 : 0 },
      mustBeGood,
      lostAfterSeconds: 2,
    },
    result,
    loops: [{ p50: 1, p99: 2, max: 3 }],
  };
}

describe('what stages shows', () => {
  it('calls faults only what goes wrong in stages that must be good, and tells the rest', () => {
    const { faults, notes } = describeStages([played(false, 7), played(true, 3)]);
    expect(faults).toEqual(['stage 2: 3 moves were lost']);
    expect(notes.slice(1)).toEqual(['stage 1: 7 moves were lost.']);
  });

  it('has a column for each stage', () => {
    const four = [played(false), played(false), played(true), played(true)];
    const { metrics, tables } = describeStages(four);
    expect(tables[0]!.columns).toHaveLength(2 + four.length);
    expect(tables[0]!.rows[0]).toEqual(['moves p95', 'ms', 40, 40, 40, 40]);
    expect(metrics[0]).toMatchObject({ name: 'stage 1: moves p95', unit: 'ms', value: 40 });
  });

  it('leaves out what was not measured', () => {
    const one = played(true);
    one.result.moves.ms = { count: 0, mean: 0, p50: 0, p95: 0, p99: 0, max: 0 };
    expect(describeStages([one]).metrics.some(({ name }) => name.includes('move'))).toBe(false);
  });
});
