import { describe, expect, it, vi } from 'vitest';
import { TIMER_PERIOD_MS } from '../../load-test/rig/watch.js';
import { LOOP_TIMER_MS, ServerMetrics } from '../../src/server/metrics/server-metrics.js';
import { Figures } from '../support/figures.js';

const BUILD = { version: '1.2.3', schema: 1 };

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
  const least = await vi.waitUntil(
    async () => {
      const seconds = Figures.parse(await metrics.text()).of('nodejs_eventloop_lag_min_seconds');
      // Until the timer has fired it is the greatest number that there is.
      return seconds < 1_000 && seconds;
    },
    { interval: 200, timeout: 10_000 },
  );
  expect(TIMER_PERIOD_MS).toBe(LOOP_TIMER_MS);
  // It may be late, but not much too early.
  expect(least * 1000).toBeGreaterThan(LOOP_TIMER_MS * 0.75);
});
