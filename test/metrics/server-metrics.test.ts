import { describe, expect, it } from 'vitest';
import { ServerMetrics } from '../../src/metrics/server-metrics.js';
import { Figures } from '../support/figures.js';

describe('what is measured in ms', () => {
  it('is told in seconds', async () => {
    const metrics = new ServerMetrics();
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
  const [one, two] = [new ServerMetrics(), new ServerMetrics()];
  one.transports.hooks.sent(100);
  const bytes = async (metrics: ServerMetrics): Promise<number> =>
    Figures.parse(await metrics.text()).of('madang_bytes_out_total');
  expect(await bytes(one)).toBe(100);
  expect(await bytes(two)).toBe(0);
});

it('a phase that another process has ended is not counted', async () => {
  const metrics = new ServerMetrics();
  metrics.claimed('expiry', undefined);
  const figures = Figures.parse(await metrics.text());
  expect(figures.lines('madang_phase_lateness_seconds_count')).toEqual([]);
});
