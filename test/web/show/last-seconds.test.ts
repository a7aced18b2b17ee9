import { describe, expect, it } from 'vitest';
import { LastSeconds } from '../../../src/web/show/last-seconds.js';

const END = { x: 1, y: 1 };

/** One who walks to the right by a hundredth of the floor in each sample, and one who comes in sample 20. */
function seen(samples: number): LastSeconds {
  const last = new LastSeconds();
  for (let n = 0; n < samples; n++)
    last.sample([
      { slot: 0, at: { x: n / 1_000, y: 0.5 } },
      { slot: 7, at: n < 20 ? undefined : { x: 0.25, y: 0.75 } },
    ]);
  return last;
}

describe('R19.3 the last seconds of a question', () => {
  it('are ten at most, however long it was, and nothing where little was seen', () => {
    expect([0, 29, 30, 60, 100, 1_000].map((samples) => seen(samples).seenMs)).toEqual([
      0, 0, 3_000, 6_000, 10_000, 10_000,
    ]);
    const last = seen(60);
    last.forget();
    expect(last.seenMs).toBe(0);
  });

  it('go from the oldest that is kept to where everybody stands', () => {
    for (const [samples, first] of [
      [50, 0],
      [350, 0.25],
    ] as const) {
      const last = seen(samples);
      const kept = Math.min(samples, 100);
      expect(last.placeAt(0, 0, END)).toMatchObject({ x: expect.closeTo(first, 3) });
      const middle = first + kept / 2 / 1_000;
      expect(last.placeAt(0, 0.5, END)).toMatchObject({ x: expect.closeTo(middle, 3) });
      expect(last.placeAt(0, 1, END)).toEqual(END);
    }
  });

  it('are smooth between two samples, and the last is followed by the end', () => {
    const last = seen(40);
    const between = last.placeAt(0, 10.5 / 40, END);
    expect(between?.x).toBeCloseTo(0.010_5, 4);
    expect(last.placeAt(0, 39.5 / 40, END)?.x).toBeCloseTo((0.039 + 1) / 2, 3);
  });

  it('show nobody before they came, and those stand still of whom nothing is kept', () => {
    const last = seen(40);
    expect(last.placeAt(7, 0.25, END)).toBeUndefined();
    expect(last.placeAt(7, 0.75, END)).toMatchObject({ x: expect.closeTo(0.25, 3) });
    last.sample([{ slot: 600, at: { x: 0, y: 0 } }]);
    expect(last.placeAt(600, 0.5, END)).toEqual(END);
  });
});
