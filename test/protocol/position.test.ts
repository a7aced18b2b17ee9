import { describe, expect, it } from 'vitest';
import { STEPS, toFraction, toSteps } from '../../src/protocol/index.js';

const everyStep = Array.from({ length: STEPS + 1 }, (_, step) => step);

describe('positions on the wire', () => {
  it('R5.2 every step survives the way to a client and back', () => {
    const changed = everyStep.filter((step) => toSteps(toFraction(step)) !== step);
    expect(changed).toEqual([]);
  });

  it('R5.1 the corners are 0 and 1', () => {
    expect([toFraction(0), toFraction(STEPS)]).toEqual([0, 1]);
    expect([toSteps(0), toSteps(1)]).toEqual([0, STEPS]);
  });

  it('sends no more than five decimals', () => {
    const long = everyStep.filter((step) => String(toFraction(step)).length > '0.12345'.length);
    // 1e-5 to 9e-5 are written with an exponent.
    expect(long.filter((step) => toFraction(step) >= 1e-4)).toEqual([]);
    expect(toFraction(1).toFixed(5)).toBe(toFraction(1).toString().replace('2e-5', '0.00002'));
  });

  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('R5.2 the edges of %i zones lie exactly on a step', (n) => {
    for (let part = 1; part <= n; part++) {
      expect(toSteps(part / n)).toBe((part * STEPS) / n);
      expect(toSteps(part / n - 0.5 / STEPS)).toBe((part * STEPS) / n - 1);
    }
  });

  it('R5.2 rounds down, so that nobody is moved over an edge to the right or below', () => {
    expect(toSteps(0.5 - 1e-7)).toBe(STEPS / 2 - 1);
    expect(toSteps(0.5 + 1e-7)).toBe(STEPS / 2);
  });
});
