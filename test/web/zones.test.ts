import { describe, expect, it } from 'vitest';
import { zonesFor } from '../../src/game/shared/zones.js';
import { countHeads } from '../../src/web/arena/heads.js';
import { spotInZone, zoneAt } from '../../src/web/room/zones.js';

/** Less than a step of the wire. */
const NEARLY_0 = 1e-9;
const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

describe('zones as they are drawn (R5.2)', () => {
  it.each(COUNTS)('cover the arena once with %i choices', (choices) => {
    const area = zonesFor(choices).reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area).toBeCloseTo(1);
  });

  it('make the last row one cell with an odd number', () => {
    const [, , last] = zonesFor(3);
    expect(last).toMatchObject({ number: 3, x: 0, y: 2 / 3, width: 1 });
    expect(last?.height).toBeCloseTo(1 / 3);
  });

  it.each(COUNTS)('are equally large with %i choices', (choices) => {
    for (const { width, height } of zonesFor(choices))
      expect(width * height).toBeCloseTo(1 / choices);
  });

  it.each(COUNTS)('are drawn where they are counted, with %i choices', (choices) => {
    // The last place on the wire before each edge, and the first behind it.
    const edges = Array.from({ length: choices }, (_, row) => (2 * row * 1e5) / choices);
    const lines = edges.flatMap((edge) => [Math.ceil(edge) - 1, Math.ceil(edge)]);
    const even = Array.from({ length: 21 }, (_, n) => n * 5_000);
    for (const x of even)
      for (const y of [...even, ...lines].filter((line) => line >= 0 && line <= 1e5)) {
        const at = { x: x / 1e5, y: y / 1e5 };
        // An edge is of the zone right of or below it, so the last one that begins there has it.
        const begun = zonesFor(choices).filter(
          (zone) => zone.x <= at.x + NEARLY_0 && zone.y <= at.y + NEARLY_0,
        );
        expect([at, zoneAt(at, choices)]).toEqual([at, begun.at(-1)?.number]);
      }
  });

  it.each(COUNTS)('hold the spots that keys and lists walk to, with %i choices', (choices) => {
    for (const zone of zonesFor(choices))
      for (const random of [0, 0.5, 0.999])
        expect(
          zoneAt(
            spotInZone(zone, () => random),
            choices,
          ),
        ).toBe(zone.number);
  });

  it('put those who choose by key below the label', () => {
    for (const zone of zonesFor(10))
      expect(spotInZone(zone, () => 0).y).toBeGreaterThan(zone.y + zone.height / 2);
  });

  it('count heads in their order', () => {
    const crowd = [
      { x: 0.1, y: 0.1 },
      { x: 0.9, y: 0.9 },
      { x: 0.8, y: 0.7 },
    ];
    expect(countHeads(crowd, 4)).toEqual([1, 0, 0, 2]);
  });
});
