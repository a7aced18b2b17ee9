import { describe, expect, it } from 'vitest';
import { costExperiment, describeCost, growthOf, type Costed } from '../../load-test/lab/cost.js';
import { ratioOf } from '../../load-test/rig/play.js';
import { LabError } from '../../load-test/swarm/command-line.js';
import { sampleResult } from './sample-result.js';

const INTERVAL_MS = 50;

/** A hall on parts of which all together use so many cores. */
function costed(
  cores: number | undefined,
  floors: number[],
  rooms = 1,
  processes = 2,
  balance: Costed['balance'] = 'ip_hash',
): Costed {
  const result = sampleResult();
  const rssMb = { start: 80, middle: 90, end: 90, max: 95 };
  const server =
    cores === undefined
      ? null
      : { pids: [1], cores, rssMb, alive: true, parts: [{ name: 'nginx', cores: 0.05, rssMb }] };
  return { rooms, balance, processes, floors, result: { ...result, server } };
}

describe('the ratio to the floor', () => {
  it('is that of all parts to the mean of the floors before and after', () => {
    expect(ratioOf(costed(0.3, [0.08, 0.12]))).toBe(3);
    // Rounding the floor first would make 3.
    expect(ratioOf(costed(0.03, [0.0104, 0.0104]))).toBe(2.88);
  });

  it('is to the floor before where the run ended there', () => {
    expect(ratioOf(costed(0.3, [0.1]))).toBe(3);
  });

  it('is not known without CPU time on both sides', () => {
    expect(ratioOf(costed(undefined, [0.1, 0.1]))).toBeNull();
    expect(ratioOf(costed(0.3, [0, 0]))).toBeNull();
  });
});

describe('what cost shows', () => {
  const valueOf = (found: Costed[], name: string) =>
    describeCost(found, INTERVAL_MS).metrics.find((metric) => metric.name === name)?.value;

  it('has the figures of each number of rooms, the ratio first', () => {
    const found = [costed(0.3, [0.1, 0.1]), costed(1.2, [0.5, 0.3], 6)];
    const { metrics, tables, charts, faults } = describeCost(found, INTERVAL_MS);
    expect(metrics[0]).toMatchObject({ name: '1 room(s): CPU / floor', value: 3 });
    expect(valueOf(found, '6 room(s): CPU / floor')).toBe(3);
    expect(valueOf(found, '6 room(s): CPU')).toBe(1.2);
    expect(tables[0]!.rows).toEqual([
      [1, 'ip_hash', 2, 0.1, 0.1, 3, 0.3, 0.3],
      [6, 'ip_hash', 2, 0.5, 0.3, 3, 1.2, 0.2],
    ]);
    expect(tables.map(({ title }) => title)).not.toContain('CPU by number of processes');
    expect(tables[2]!.columns.map(({ label }) => label)).toContain('nginx');
    expect(charts[0]!.series.map(({ values }) => values)).toEqual([
      [0.1, 0.4],
      [0.3, 1.2],
    ]);
    expect(faults).toEqual([]);
  });

  it('leaves out what was not measured, rather than call it 0', () => {
    const found = [costed(undefined, [0.1, 0.1])];
    found[0]!.result.moves.ms = { count: 0, mean: 0, p50: 0, p95: 0, p99: 0, max: 0 };
    expect(valueOf(found, '1 room(s): CPU')).toBeUndefined();
    expect(valueOf(found, '1 room(s): moves p95')).toBeUndefined();
    expect(valueOf(found, '1 room(s): chat p95')).toBeGreaterThan(0);
    expect(describeCost(found, INTERVAL_MS).tables[0]!.rows).toEqual([
      [1, 'ip_hash', 2, 0.1, 0.1, null, null, null],
    ]);
  });

  it('tells of losses, a saturated swarm, and a floor that was not as told', () => {
    const bad = costed(0.3, [0.1], 6);
    bad.result.moves.lost = 3;
    bad.result.swarmSaturated = true;
    expect(describeCost([bad], INTERVAL_MS, ['90 % of the frames came']).faults).toEqual([
      '6 room(s): 3 moves were lost',
      expect.stringMatching(/^6 room\(s\): the players' own process, or its core, was saturated/),
      '90 % of the frames came',
    ]);
  });
});

describe('the same rooms on more processes', () => {
  const floors = [0.1, 0.1];
  const four = costed(0.36, floors, 1, 4);
  const one = costed(0.3, floors, 1, 1);
  const two = costed(0.9, floors, 1, 2);

  it('are held against those on the fewest, whatever is between', () => {
    expect(growthOf([two, four, one])).toEqual([{ fewest: one, most: four, ratio: 1.2 }]);
    const sixOn = (processes: number, cores: number): Costed => costed(cores, floors, 6, processes);
    expect(growthOf([one, four, sixOn(1, 1), sixOn(4, 1.3)])).toMatchObject([
      { fewest: { rooms: 1 }, ratio: 1.2 },
      { fewest: { rooms: 6 }, ratio: 1.3 },
    ]);
  });

  it('are held against those that nginx shares out the same way, with a target of their own', () => {
    const byRoom = (processes: number, cores: number): Costed =>
      costed(cores, floors, 1, processes, 'room');
    const { metrics } = describeCost([one, four, byRoom(1, 0.3), byRoom(4, 0.33)], INTERVAL_MS);
    expect(metrics.slice(0, 2)).toMatchObject([
      { name: '1 room(s): CPU of 4 processes / of 1', value: 1.2 },
      { name: '1 room(s), room: CPU of 4 processes / of 1', value: 1.1, bound: 1.15 },
    ]);
  });

  it('have no ratio where there is one number, or CPU time is not known', () => {
    expect(growthOf([one])).toEqual([]);
    expect(growthOf([one, one])).toEqual([]);
    expect(growthOf([one, costed(undefined, floors, 1, 4)])).toMatchObject([{ ratio: null }]);
  });

  it('are told first, with the target, and every figure with its number of processes', () => {
    const { metrics, tables, charts, faults } = describeCost([one, four], INTERVAL_MS);
    expect(metrics[0]).toMatchObject({
      name: '1 room(s): CPU of 4 processes / of 1',
      value: 1.2,
      bound: 1.25,
      verdict: 'met',
    });
    expect(metrics.map(({ name }) => name)).toContain('1 room(s), 4 process(es): CPU / floor');
    expect(tables[2]!.rows).toEqual([[1, 'ip_hash', 1, 0.3, 4, 0.36, 1.2]]);
    expect(charts[0]!.x.values).toEqual(['1 room(s), 1 process(es)', '1 room(s), 4 process(es)']);
    expect(faults).toEqual([]);
  });

  it('that cost too much miss the target, which is no fault', () => {
    const { tables, faults } = describeCost([one, two], INTERVAL_MS);
    expect(tables[0]!.rows[0]).toEqual([expect.any(String), 3, 1.25, '', 'MISSED']);
    expect(faults).toEqual([]);
  });
});

describe('a server that falls behind', () => {
  it('is a fault, as it seems to cost less', () => {
    const late = costed(0.1, [0.1]);
    late.result.perClient.frames.mean = 10;
    expect(describeCost([late], INTERVAL_MS).faults).toEqual([
      expect.stringContaining('each player got 10 frames a second, not 20'),
    ]);
    expect(describeCost([late], 2 * INTERVAL_MS).faults).toEqual([]);
  });

  it('is told from a small room, in which some flushes have nothing to tell', () => {
    const small = costed(0.1, [0.1]);
    small.result.options.players = 10;
    // One event in a flush on average: 63 % of the flushes have some.
    small.result.perClient.frames.mean = 12.6;
    expect(describeCost([small], INTERVAL_MS).faults).toEqual([]);
    small.result.perClient.frames.mean = 11;
    expect(describeCost([small], INTERVAL_MS).faults).toHaveLength(1);
  });
});

describe('the experiment', () => {
  const optionsOf = (change: Record<string, string>) => {
    const defaults = Object.entries(costExperiment.options).map(([name, spec]) => {
      return [name, spec.default] as const;
    });
    return { ...Object.fromEntries(defaults), ...change };
  };
  const run = (change: Record<string, string>, signal: AbortSignal) =>
    costExperiment.run({
      options: optionsOf(change),
      serverCore: undefined,
      swarmCore: undefined,
      signal,
      progress: () => {},
    });

  it.each([
    [{ format: 'xml' }, '--format must be compact or json'],
    [{ networks: 'machine' }, '--networks must be player or room'],
    [{ rooms: '1,x' }, '--rooms must be a whole number'],
    [{ interval: '0' }, '--interval must be a whole number from 10'],
    [{ processes: '1,0' }, '--processes must be a whole number from 1 to 64'],
  ])('refuses %j', async (change, message) => {
    const refused = run(change, new AbortController().signal);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(LabError);
  });

  it('that is interrupted in its floor tells what there is', async () => {
    const { metrics, faults } = await run({}, AbortSignal.abort());
    expect({ metrics, faults }).toEqual({ metrics: [], faults: [] });
  });
});
