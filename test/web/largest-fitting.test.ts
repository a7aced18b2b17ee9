import { describe, expect, it } from 'vitest';
import { largestFitting } from '../../src/web/ui/largest-fitting.js';

describe('the size of a text', () => {
  it('is the largest that fits', () => {
    expect(largestFitting(9, 30, (size) => size <= 17)).toBe(17);
    expect(largestFitting(9, 30, () => true)).toBe(30);
  });

  it('is the smallest allowed where none fits', () => {
    expect(largestFitting(9, 30, () => false)).toBe(9);
  });
});
