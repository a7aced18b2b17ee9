import { describe, expect, it, vi } from 'vitest';
import { TIMER_PERIOD_MS } from '../../load-test/rig/watch.js';
import { LOOP_TIMER_MS, ServerMetrics } from '../../src/server/metrics/server-metrics.js';
import { Figures } from '../support/figures.js';
import { PATIENT } from '../support/patience.js';

const BUILD = { version: '1.2.3', schema: 1, wire: 1 };

describe('what is measured in ms', () => {
  it('is told in seconds', async () => {
    const metrics = new ServerMetrics(BUILD);
    metrics.commands.note('chatMessage', 'ok', 8);
    metrics.batch.woken?.(16);
    metrics.batch.shared?.(32);
    metrics.batch.flushed?.({ moves: 3, chats: 0, newcomers: 0, tookMs: 64 });
    metrics.claimed('touch', 128);
    metrics.answered('share', 256);
    const figures = Figures.parse(await metrics.text());
    const sum = (name: string, labels = ''): number =>
      figures.of(`madang_${name}_seconds_sum${labels}`);
    expect(sum('command', '{command="chatMessage"}')).toBe(0.008);
    expect(sum('flush_lateness')).toBe(0.016);
    expect(sum('share')).toBe(0.032);
    expect(sum('flush')).toBe(0.064);
    expect(sum('phase_lateness', '{trigger="touch"}')).toBe(0.128);
    expect(sum('redis', '{command="share"}')).toBe(0.256);
    expect(figures.of('madang_batch_moves_sum')).toBe(3);
    expect(figures.of('madang_batch_chats_count')).toBe(0);
  });
});

it('two servers in one process keep their figures apart', async () => {
  const [one, two] = [new ServerMetrics(BUILD), new ServerMetrics(BUILD)];
  one.transports.hooks.sent(100);
  const bytes = async (metrics: ServerMetrics): Promise<number> =>
    Figures.parse(await metrics.text()).of('madang_bytes_out_total');
  expect(await bytes(one)).toBe(100);
  expect(await bytes(two)).toBe(0);
});

it('a phase that another process has ended is not counted', async () => {
  const metrics = new ServerMetrics(BUILD);
  metrics.claimed('expiry', undefined);
  const figures = Figures.parse(await metrics.text());
  expect(figures.lines('madang_phase_lateness_seconds_count')).toEqual([]);
});

it('the delay of the event loop is watched with the period that the laboratory takes off it', async () => {
  const metrics = new ServerMetrics(BUILD);
  // A timer that was late comes sooner the next time, so that only the mean tells the period.
  const mean = await vi.waitUntil(
    async () => {
      const seconds = Figures.parse(await metrics.text()).of('nodejs_eventloop_lag_mean_seconds');
      return seconds > 0 && seconds;
    },
    { ...PATIENT, interval: 200 },
  );
  expect(TIMER_PERIOD_MS).toBe(LOOP_TIMER_MS);
  expect(mean * 1000).toBeGreaterThan(LOOP_TIMER_MS * 0.75);
});

it('says which program it is, and how what it stands on is', async () => {
  const metrics = new ServerMetrics({ version: '1.2.3', schema: 7, wire: 2 });
  const shards = [
    { name: 'a:6379', isAway: true, clockMs: -12.5 },
    { name: 'b:6379', isAway: false, clockMs: 3 },
  ];
  let store = { kind: 'redis' as const, isAway: true, warnings: ['w'], shards, switches: 2 };
  let [isDatabaseAway, waiting] = [true, 3];
  metrics.watchStanding({
    store: () => store,
    isDatabaseAway: () => isDatabaseAway,
    resultsWaiting: () => waiting,
  });
  const before = Figures.parse(await metrics.text());
  for (const [line, value] of [
    ['madang_build_info{version="1.2.3",schema="7",wire="2"}', 1],
    ['madang_store_away{shard="a:6379"}', 1],
    ['madang_store_away{shard="b:6379"}', 0],
    ['madang_store_clock_ms{shard="a:6379"}', -12.5],
    ['madang_store_warnings', 1],
    ['madang_store_switches_total', 2],
    ['madang_database_away', 1],
    ['madang_results_waiting', 3],
    ['madang_draining', 0],
  ] as const)
    expect([line, before.of(line)]).toEqual([line, value]);
  expect(before.of('madang_eventloop_utilization')).toBeGreaterThan(0);
  expect(before.of('madang_eventloop_utilization')).toBeLessThanOrEqual(1);

  [store, isDatabaseAway, waiting] = [
    { ...store, shards: shards.slice(1), warnings: [] },
    false,
    0,
  ];
  metrics.isDraining = true;
  const after = Figures.parse(await metrics.text());
  // One that is gone has no line any more.
  expect(after.lines('madang_store_away')).toEqual(['madang_store_away{shard="b:6379"}']);
  expect(after.of('madang_store_warnings')).toBe(0);
  expect(after.of('madang_database_away')).toBe(0);
  expect(after.of('madang_draining')).toBe(1);
  metrics.close();
});
