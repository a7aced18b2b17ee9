import { expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { drawInt } from '../../src/game/shared/random.js';
import { leaderTo, placeLabels, type Box } from '../../src/web/kinds/label-layout.js';

const doCross = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

it('R16.6 no label of a place covers another one, wherever twelve places are', () => {
  const random = seeded(3);
  const side = 390;
  for (let n = 0; n < 60; n++) {
    // Half of them beside each other.
    const points = Array.from({ length: 12 }, (_, index) => {
      const within = index < 6 ? 60 : side;
      return { x: drawInt(random, within + 1), y: drawInt(random, within + 1) };
    });
    const sizes = points.map(() => ({ width: 30 + drawInt(random, 50), height: 18 }));
    const boxes = placeLabels(points, sizes, side);
    for (const [index, box] of boxes.entries()) {
      expect([box.x >= 0, box.y >= 0]).toEqual([true, true]);
      expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(side);
      expect(boxes.slice(index + 1).filter((other) => doCross(box, other))).toEqual([]);
    }
  }
});

it('a label stands below its place where there is room, and a line leads to one further away', () => {
  const [box] = placeLabels([{ x: 100, y: 100 }], [{ width: 40, height: 18 }], 200);
  expect(box).toEqual({ x: 80, y: 107, width: 40, height: 18 });
  expect(leaderTo({ x: 100, y: 100 }, box!)).toBeUndefined();
  expect(leaderTo({ x: 100, y: 50 }, box!)).toEqual({ x: 100, y: 107 });
});
