import { describe, expect, it } from 'vitest';
import { zonesFor } from '../../../src/game/shared/zones.js';
import { coversLabel, partForWords, placeForNumber } from '../../../src/web/show/free-space.js';

describe('R19.2 where words and numbers of a reveal stand', () => {
  it.each([
    [2, [1], { x: 0.5, y: 0, width: 0.5, height: 1 }],
    [2, [2], { x: 0, y: 0, width: 0.5, height: 1 }],
    [4, [1], { x: 0, y: 0.5, width: 1, height: 0.5 }],
    [4, [4], { x: 0, y: 0, width: 1, height: 0.5 }],
    [4, [1, 2], { x: 0, y: 0.5, width: 1, height: 0.5 }],
    [4, [], { x: 0, y: 0.5, width: 1, height: 0.5 }],
    [2, [1, 2], { x: 0, y: 0.5, width: 1, height: 0.5 }],
    [6, [1], { x: 0, y: 2 / 3, width: 1, height: 1 / 3 }],
    [6, [], { x: 0, y: 2 / 3, width: 1, height: 1 / 3 }],
  ])('of %i zones, with %j right, words are at %j', (zones, rights, part) => {
    expect(partForWords(zonesFor(zones), rights)).toEqual({
      ...part,
      y: expect.closeTo(part.y) as number,
      height: expect.closeTo(part.height) as number,
    });
  });

  it.each(Array.from({ length: 10 }, (_, index) => index + 1))(
    'of ten zones, words never cover zone %i when it is right',
    (right) => {
      const zone = zonesFor(10)[right - 1]!;
      const part = partForWords(zonesFor(10), [right]);
      const isBeside = part.x + part.width <= zone.x || zone.x + zone.width <= part.x;
      const isAbove =
        part.y + part.height <= zone.y + 1e-9 || zone.y + zone.height <= part.y + 1e-9;
      expect(isBeside || isAbove).toBe(true);
    },
  );

  it.each([
    [2, [1], []],
    [4, [1], [3, 4]],
    [6, [1], [5, 6]],
    [6, [6], [3, 4]],
  ])('of %i zones, with %j right, words would cut through the labels %j', (zones, rights, cut) => {
    const part = partForWords(zonesFor(zones), rights);
    const covered = zonesFor(zones).filter((zone) => coversLabel(part, zone));
    expect(covered.map(({ number }) => number)).toEqual(cut);
  });

  it('puts a number where it covers the fewest people, inside of its zone', () => {
    const zone = { left: 0, top: 0, width: 700, height: 400 };
    const middle = { x: 350, y: 288 };
    expect(placeForNumber(zone, 240, 120, [])).toEqual(middle);
    const place = placeForNumber(zone, 240, 120, [middle, { x: 360, y: 230 }]);
    expect(place).toEqual({ x: 140, y: 288 });
  });

  it('puts a number below the label of its zone, where there is room', () => {
    const low = { left: 0, top: 100, width: 700, height: 270 };
    const everywhere = [200, 350, 500].map((x) => ({ x, y: 294 }));
    expect(placeForNumber(low, 240, 114, everywhere, 113).y).toBeGreaterThanOrEqual(270);
    expect(placeForNumber(low, 240, 114, everywhere, 200).y).toBe(313);
  });
});
