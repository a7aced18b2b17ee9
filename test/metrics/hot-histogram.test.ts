import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { HotHistogram } from '../../src/metrics/hot-histogram.js';

it('reads like the histogram of prom-client, bounds included', async () => {
  const [name, help, label, buckets] = ['seconds', 'How long.', 'command', [0.001, 0.01, 0.1]];
  const [ours, theirs] = [new Registry(), new Registry()];
  const hot = new HotHistogram(name, help, label, buckets);
  ours.registerMetric(hot as unknown as Histogram);
  const plain = new Histogram({ name, help, labelNames: [label], buckets, registers: [theirs] });
  hot.with('never');
  for (const command of ['move', 'chat'])
    for (const value of [0, 0.0005, 0.001, 0.002, 0.01, 0.1, 0.100001, 7]) {
      hot.with(command).observe(value);
      plain.observe({ command }, value);
    }
  expect((await ours.metrics()).split('\n')).toEqual((await theirs.metrics()).split('\n'));
});
