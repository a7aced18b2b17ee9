import { describe, expect, it } from 'vitest';
import { Histogram } from '../../load-test/swarm/histogram.js';

describe('Histogram', () => {
  it('is all zero when it is empty', () => {
    expect(new Histogram().summary()).toEqual({
      count: 0,
      mean: 0,
      p50: 0,
      p95: 0,
      p99: 0,
      max: 0,
    });
  });

  it('has exact percentiles by nearest rank', () => {
    const histogram = new Histogram();
    for (let value = 100; value >= 1; value--) histogram.record(value);
    expect(histogram.summary()).toEqual({
      count: 100,
      mean: 50.5,
      p50: 50,
      p95: 95,
      p99: 99,
      max: 100,
    });
  });

  it('keeps every sample however many there are', () => {
    const histogram = new Histogram();
    for (let index = 0; index < 5000; index++) histogram.record(index === 4999 ? 7 : 1);
    expect(histogram.count).toBe(5000);
    expect(histogram.summary()).toMatchObject({ count: 5000, p99: 1, max: 7 });
  });

  it('may be read while it is filled', () => {
    const histogram = new Histogram();
    histogram.record(3);
    expect(histogram.summary().max).toBe(3);
    histogram.record(1.234);
    expect(histogram.summary()).toMatchObject({ count: 2, p50: 1.23, max: 3 });
  });
});
