import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { HotHistogram } from '../../src/server/metrics/hot-histogram.js';

const [name, help, label, bounds] = ['seconds', 'How long.', 'command', [0.001, 0.01, 0.1]];
const VALUES = [0, 0.0005, 0.001, 0.002, 0.01, 0.1, 0.100001, 7];
const linesOf = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split('\n');

it('reads like the histogram of prom-client, bounds included', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const hot = new HotHistogram(ours, name, help, bounds, label);
  const registers = [theirs];
  const plain = new Histogram({ name, help, labelNames: [label], buckets: bounds, registers });
  hot.with('never');
  for (const command of ['move', 'chat'])
    for (const value of VALUES) {
      hot.with(command).observe(value);
      plain.observe({ command }, value);
    }
  expect(await linesOf(ours)).toEqual(await linesOf(theirs));
});

it('reads like it without a label, too, before and after the first value', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const hot = new HotHistogram(ours, name, help, bounds);
  const plain = new Histogram({ name, help, buckets: bounds, registers: [theirs] });
  expect(await linesOf(ours)).toEqual(await linesOf(theirs));
  for (const value of VALUES) {
    hot.with('').observe(value);
    plain.observe(value);
  }
  expect(await linesOf(ours)).toEqual(await linesOf(theirs));
});
