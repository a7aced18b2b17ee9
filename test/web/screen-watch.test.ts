import { expect, it } from 'vitest';
import { ScreenWatch } from '../../src/web/host/screen-watch.js';

it('R20.20 misses a big screen that was open, ten seconds after the last one went', () => {
  const watch = new ScreenWatch();
  expect(watch.isLost(0, 0)).toBe(false);
  expect(watch.isLost(0, 60_000)).toBe(false);
  expect(watch.isLost(2, 63_000)).toBe(false);
  expect(watch.isLost(1, 66_000)).toBe(false);
  expect(watch.isLost(0, 69_000)).toBe(false);
  // It is loaded anew.
  expect(watch.isLost(1, 72_000)).toBe(false);
  expect(watch.isLost(0, 75_000)).toBe(false);
  expect(watch.isLost(0, 84_999)).toBe(false);
  expect(watch.isLost(0, 85_000)).toBe(true);
  expect(watch.isLost(0, 120_000)).toBe(true);
  expect(watch.isLost(1, 123_000)).toBe(false);
});
