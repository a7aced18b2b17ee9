import { describe, expect, it } from 'vitest';
import { xOf } from '../../src/game/kinds/ruler.js';
import { STEPS } from '../../src/protocol/position.js';
import { barsOf } from '../../src/web/kinds/bars.js';
import { hitPlaces, isWithin } from '../../src/web/kinds/hits.js';

const never = (): boolean => false;

describe('R16.9 the bars over a ruler', () => {
  it('stand where people stood, the highest at full height', () => {
    const ruler = { min: 0, max: 20, step: 2 };
    const counts = [
      [0, 1],
      [6, 4],
      [20, 2],
    ] as const;
    const bars = barsOf(counts, ruler, (value) => value === 6);
    expect(bars.map(({ count, height, isRight }) => [count, height, isRight])).toEqual([
      [1, 0.25, false],
      [4, 1, true],
      [2, 0.5, false],
    ]);
    for (const [index, place] of [0, 3, 10].entries())
      expect(bars[index]?.x).toBeCloseTo(xOf(place, ruler) / STEPS);
  });

  it('take neighbours together where there are very many, and lose nobody', () => {
    const ruler = { min: 0, max: 200, step: 1 };
    const counts = Array.from({ length: 201 }, (_, value) => [value, 1] as const);
    const bars = barsOf(counts, ruler, never);
    expect(bars.length).toBeLessThanOrEqual(51);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(201);
  });

  it('are none where nobody answered', () => {
    expect(barsOf([], { min: 0, max: 2, step: 1 }, never)).toEqual([]);
  });
});

describe('R16.4 what is right by itself', () => {
  const solution = { kind: 'number', answer: 0.3, tolerance: 0.1 } as const;

  it('is a number within the tolerance, whatever fractions make of it', () => {
    expect([0.2, 0.4, 0.1 + 0.1].map((value) => isWithin(value, solution))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isWithin(0.401, solution)).toBe(false);
  });

  it('is a place in an ellipse, its edge included', () => {
    const places = [
      { name: 'middle', x: 1000, y: 1000 },
      { name: 'edge', x: 1200, y: 1000 },
      { name: 'outside', x: 1000, y: 1101 },
    ];
    const targets = [{ x: 1000, y: 1000, rx: 200, ry: 100 }];
    expect(hitPlaces(places, targets).map(({ name }) => name)).toEqual(['middle', 'edge']);
  });
});
