import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  describeRun,
  artilleryExperiments,
  type ArtilleryRun,
} from '../../load-test/artillery/experiments.js';
import { type Outcome, parseHistograms, serverTimes } from '../../load-test/artillery/run.js';

const summary = { count: 3, mean: 2, p50: 2, p95: 3, p99: 3, max: 3 };
const OUTCOME: Outcome = {
  complete: true,
  latencies: [
    {
      name: 'move',
      summary,
      overTime: [1, 2, 4].map((second) => ({ second, p50: 2, p95: 3, max: 3 })),
    },
    { name: 'chat', summary: { ...summary, count: 0 }, overTime: [] },
  ],
  counts: { 'moves lost': 0 },
  cost: null,
  serverTimes: [],
};
const SATURATED: Outcome = {
  ...OUTCOME,
  cost: {
    server: null,
    swarm: {
      cores: 1,
      rssMb: 1,
      loopDelayMs: { p50: 1, p99: 80, max: 90 },
      saturated: true,
    },
  },
};
const RUN: ArtilleryRun = {
  outcome: OUTCOME,
  counters: { 'vusers.created': 2, 'socketio.emit': 9 },
  checks: [{ condition: 'moves_lost == 0', passed: true }],
  exitCode: 0,
  stopped: undefined,
  output: '',
};
const WORDS = {
  latencies: { move: 'move, end to end' },
  isAboutLatency: true,
  bad: ['moves lost'],
};
const describeIt = (changes: Partial<ArtilleryRun>): ReturnType<typeof describeRun> =>
  describeRun({ ...RUN, ...changes }, {}, WORDS);

describe('findings of a run of Artillery', () => {
  it('has no faults when every threshold was met', () => {
    const { faults, notes, metrics, charts } = describeIt({});
    expect([faults, notes]).toEqual([[], []]);
    expect(metrics).toContainEqual({ name: 'move p95', unit: 'ms', value: 3, better: 'lower' });
    expect(metrics.map(({ name }) => name)).not.toContain('chat p95');
    expect(charts[0]?.x.values).toEqual([1, 2, 3, 4]);
    expect(charts[0]?.series[0]?.values).toEqual([2, 2, null, 2]);
  });

  it.each<[string, Partial<ArtilleryRun>, string]>([
    ['a threshold is missed', { checks: [{ condition: 'x < 1', passed: false }] }, 'x < 1'],
    ['virtual users fail', { counters: { 'errors.no roster': 2 } }, '2 × no roster'],
    ['it does not end in time', { stopped: 'time', checks: [] }, 'did not end in time'],
    ['there are no results', { outcome: undefined, output: 'boom' }, 'boom'],
    ['no threshold was checked', { checks: [] }, 'without results'],
    ['it fails all the same', { exitCode: 6, output: 'boom' }, 'exit code 6: boom'],
    ['Artillery is saturated', { outcome: SATURATED }, 'saturated'],
  ])('has a fault when %s', (_, changes, text) => {
    const { faults } = describeIt(changes);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(text);
  });

  it('only notes a saturated Artillery where latencies are not the point', () => {
    const words = { ...WORDS, isAboutLatency: false };
    const { faults, notes } = describeRun({ ...RUN, outcome: SATURATED }, {}, words);
    expect(faults).toEqual([]);
    expect(notes[0]).toContain('saturated');
  });

  it('tells of an early end, and of missing metrics, without calling them faults', () => {
    const outcome = { ...OUTCOME, serverTimes: null };
    const { faults, notes } = describeIt({ stopped: 'signal', checks: [], outcome });
    expect(faults).toEqual([]);
    expect(notes).toHaveLength(2);
  });
});

describe('processing times of the server', () => {
  const text = (moves: readonly number[], flushes: number): string => `
# TYPE madang_command_seconds histogram
madang_command_seconds_bucket{command="updatePosition",le="0.001"} ${moves[0] ?? 0}
madang_command_seconds_bucket{command="updatePosition",le="0.002"} ${moves[1] ?? 0}
madang_command_seconds_bucket{command="updatePosition",le="+Inf"} ${moves[1] ?? 0}
madang_command_seconds_sum{command="updatePosition"} ${(moves[1] ?? 0) / 1000}
madang_command_seconds_count{command="updatePosition"} ${moves[1] ?? 0}
madang_flush_seconds_bucket{le="+Inf"} ${flushes}
madang_flush_seconds_sum ${flushes / 100}
madang_flush_seconds_count ${flushes}
madang_rooms 1`;

  it('are the difference between two readings, over all processes', () => {
    const before = parseHistograms(text([1, 1], 5) + text([1, 1], 5));
    const after = parseHistograms(text([51, 101], 5) + text([1, 1], 5));
    expect(serverTimes(before, after)).toEqual([
      { what: 'updatePosition', count: 100, meanMs: 1, p95Ms: 1.9, p99Ms: 1.98 },
    ]);
  });

  it('are unknown when the server cannot be asked', () => {
    expect(serverTimes(undefined, new Map())).toBeNull();
  });
});

const FILE = join(import.meta.dirname, '../../load-test/artillery/scenarios.yml');
const YAML = readFileSync(FILE, 'utf8');

/** From a line on, what is indented deeper than it. */
function below(line: string): string {
  const [, rest = ''] = YAML.split(`\n${line}`);
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  return rest.split(new RegExp(String.raw`\n {0,${indent}}(?=[\w-])`))[0] ?? '';
}

describe.each(artilleryExperiments)('the scenario $name', ({ name, options }) => {
  const plays = name === 'many-rooms' ? 'hall' : name;
  const environment = below(`    ${plays}:`);
  const SERVER = ['processes', 'interval'];

  it('has a number for each option', () => {
    const chosen = Object.keys(options).filter((option) => !SERVER.includes(option));
    expect(chosen.length).toBeGreaterThan(0);
    for (const option of chosen) {
      const variable = option.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase());
      expect(environment).toMatch(new RegExp(String.raw`^ {8}${variable}: \d+`, 'm'));
    }
  });

  it('has thresholds, and functions that exist', async () => {
    expect(environment).toMatch(/expression: vusers\.failed == 0|\*failed/);
    const module = /artillery\/([\w-]+)\.js$/m.exec(environment)?.[1] ?? '';
    const functions = (await import(`../../load-test/artillery/${module}.ts`)) as object;
    const flow = below(`  - name: ${plays}\n`);
    const used = [...flow.matchAll(/(?:function|whileTrue): (\w+)/g)].map(([, used]) => used);
    expect(used.length).toBeGreaterThan(0);
    expect(Object.keys(functions)).toEqual(expect.arrayContaining(used));
  });
});
