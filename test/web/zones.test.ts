import { describe, expect, it } from 'vitest';
import { zoneOf } from '../../src/game/zones.js';
import { toSteps } from '../../src/protocol/position.js';
import { countHeads } from '../../src/web/arena/heads.js';
import { spotInZone, zoneAt, zonesFor } from '../../src/web/arena/zones.js';

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

  it.each(COUNTS)('agree with what the server counts, with %i choices', (choices) => {
    // The last place on the wire before each edge, and the first behind it.
    const edges = Array.from({ length: choices }, (_, row) => (2 * row * 1e5) / choices);
    const lines = edges.flatMap((edge) => [Math.ceil(edge) - 1, Math.ceil(edge)]);
    const even = Array.from({ length: 21 }, (_, n) => n * 5_000);
    for (const x of even)
      for (const y of [...even, ...lines].filter((line) => line >= 0 && line <= 1e5)) {
        const at = [x / 1e5, y / 1e5] as const;
        const counted = zoneOf([toSteps(at[0]), toSteps(at[1])], choices);
        expect([...at, zoneAt({ x: at[0], y: at[1] }, choices)]).toEqual([...at, counted]);
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
