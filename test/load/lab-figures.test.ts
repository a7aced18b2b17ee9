import { Histogram } from '../../load-test/swarm/histogram.js';
import { describe, expect, it } from 'vitest';
import { faultsOf, problemsOf } from '../../load-test/rig/play.js';
import { parseLoopDelay } from '../../load-test/rig/watch.js';
import { recommend } from '../../load-test/lab/sweep.js';
import { sampleResult } from './sample-result.js';

describe('the recommended interval', () => {
  const at = (intervalMs: number, p95Ms: number | null, rooms: number) => ({
    intervalMs,
    p95Ms,
    yield: rooms,
  });

  it('is the smallest that reaches most of the best', () => {
    const candidates = [at(0, 4, 1), at(20, 25, 5), at(50, 55, 8), at(70, 75, 10), at(90, 95, 10)];
    expect(recommend(candidates)).toBe(50);
    expect(recommend(candidates.toReversed())).toBe(50);
  });

  it('is never that of sending each event at once', () => {
    expect(recommend([at(0, 4, 10), at(50, 55, 8)])).toBe(50);
  });

  it('leaves out what is too slow, also from the best', () => {
    expect(recommend([at(50, 60, 8), at(100, 101, 30)])).toBe(50);
    expect(recommend([at(50, 60, 8), at(100, 100, 30)])).toBe(100);
    expect(recommend([at(50, null, 8), at(100, 101, 30)])).toBeUndefined();
    expect(recommend([])).toBeUndefined();
  });
});

describe('the event-loop delay of a process', () => {
  const metrics = (max: string): string =>
    [
      '# TYPE nodejs_eventloop_lag_p50_seconds gauge',
      'nodejs_eventloop_lag_p50_seconds{process="1"} 0.0205',
      'nodejs_eventloop_lag_p99_seconds 0.0442',
      `nodejs_eventloop_lag_max_seconds ${max}`,
    ].join('\n');

  it('is read from its metrics, without the period of the timer that measures it', () => {
    expect(parseLoopDelay(metrics('1.5e-1'))).toEqual({ p50: 0.5, p99: 24.2, max: 130 });
    expect(parseLoopDelay(metrics('0.001'))?.max).toBe(0);
  });

  it('is unknown where a figure is missing or none', () => {
    expect(parseLoopDelay('')).toBeNull();
    expect(parseLoopDelay(metrics('NaN'))).toBeNull();
  });
});

describe('what was wrong with a run', () => {
  it('is nothing where nothing was', () => {
    expect(problemsOf(sampleResult())).toEqual([]);
  });

  it('is told by what it was and how often', () => {
    const result = sampleResult();
    const { joins, moves, chat } = result;
    joins.failed = 2;
    Object.assign(moves, { lost: 3, backwards: 4, unknown: 5, folded: 900, skipped: 1 });
    Object.assign(chat, { lost: 6, duplicates: 7, disordered: 8, idGaps: 1, strayed: 10 });
    result.answers = {
      questions: 1,
      reveals: 1,
      judged: 30,
      mismarked: 9,
      groupsMs: new Histogram().summary(),
    };
    result.drops = { 'closed with code 1006': 11, 'ping timeout': 1 };
    expect(faultsOf(result)).toEqual([
      '2 players could not join',
      '3 moves were lost',
      '4 moves went backwards',
      '5 moves were to places that nobody sent',
      '6 messages were lost',
      '7 messages came twice',
      '9 messages were out of order',
      '10 messages strayed into another room',
      '9 marks did not fit where the player stood',
      '12 connections were dropped',
    ]);
  });

  it('counts rosters, not the players that they lack', () => {
    const result = sampleResult();
    result.rosters = { checked: 3, complete: 1, missing: 50 };
    expect(faultsOf(result)).toEqual(['2 rosters were incomplete']);
  });

  it('tells a run that ended early', () => {
    expect(faultsOf({ ...sampleResult(), ended: 'server lost' })).toEqual([
      'every connection was lost',
    ]);
    expect(faultsOf({ ...sampleResult(), ended: 'interrupted' })).toEqual([]);
  });
});
