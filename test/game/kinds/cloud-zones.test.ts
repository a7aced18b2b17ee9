import { describe, expect, it } from 'vitest';
import { seeded } from '../../../load-test/swarm/seeded.js';
import {
  positionFor,
  valueAt,
  valuesOf,
  zonesOf,
  type Floor,
} from '../../../src/game/kinds/floor.js';
import { drawInt, drawPosition } from '../../../src/game/shared/random.js';
import { limits } from '../../../src/protocol/index.js';

/** A part of the side of the arena. */
const LEAST_SIDE = 1 / 14;

const drawnClouds = Array.from({ length: 400 }, (_, seed): number[] => {
  const random = seeded(seed);
  const most = 1 + drawInt(random, [2, 10, 2_000][seed % 3] ?? 2);
  const count = 2 + drawInt(random, limits.MAX_WORD_ZONES - 1);
  return Array.from({ length: count }, () => 1 + drawInt(random, most)).sort((a, b) => b - a);
});
/** Also of two words, of which one is rare. */
const clouds = [...drawnClouds, [302, 1], [821, 799, 28], [1_999, 1, 1], [1, 1]];
const floorFor = (sizes: number[]): Floor => ({ kind: 'words', choices: sizes.length, sizes });

describe('R16.18 the zones of words', () => {
  it('R16.1 can all be chosen without walking, and whoever stands anywhere stands in one', () => {
    for (const [seed, sizes] of clouds.entries()) {
      const floor = floorFor(sizes);
      expect(valuesOf(floor)).toEqual(sizes.map((_, n) => n + 1));
      for (const value of valuesOf(floor))
        expect(valueAt(positionFor(value, floor), floor)).toBe(value);
      const random = seeded(seed);
      for (let n = 0; n < 50; n++)
        expect(valuesOf(floor)).toContain(valueAt(drawPosition(random), floor));
    }
  });

  it('fill the arena, are larger the more have written them, and large enough to stand in', () => {
    for (const sizes of clouds) {
      const zones = zonesOf(floorFor(sizes));
      const areas = zones.map(({ width, height }) => width * height);
      expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(1, 3);
      expect(Math.min(...areas)).toBeGreaterThan(1 / (3.01 * sizes.length));
      for (const { width, height } of zones)
        expect(Math.min(width, height)).toBeGreaterThan(LEAST_SIDE);
      for (const [n, area] of areas.slice(1).entries())
        expect(area).toBeLessThanOrEqual(areas[n]! + 1e-3);
    }
  });
});
