import { describe, expect, it } from 'vitest';
import { NOWHERE, STEPS } from '../../src/protocol/position.js';
import { Growth } from '../../src/web/arena/crowd/growth.js';
import { nearestApart } from '../../src/web/arena/crowd/nearest.js';
import { Rest } from '../../src/web/arena/crowd/rest.js';
import { scatter } from '../../src/web/arena/crowd/scatter.js';
import { inSpotlight } from '../../src/web/arena/crowd/spotlight.js';
import { makeStamp, putStamp, type Pixels } from '../../src/web/arena/crowd/stamps.js';

describe('the spotlight', () => {
  const APART = { x: 0.05, y: 0.08 };
  const PEOPLE = 2_000;
  const places = Uint16Array.from({ length: PEOPLE * 2 }, (_, index) => scatter(index, 1) % STEPS);
  const at = (stop: number, always: readonly number[] = [], seed = 7) =>
    inSpotlight(places, { seed, stop, always, apart: APART });

  it('shows a dozen, the same for the same seed and stop, and others at the next one', () => {
    expect(at(3)).toHaveLength(12);
    expect(at(3)).toEqual(at(3));
    expect(at(4)).not.toEqual(at(3));
    expect(at(3, [], 8)).not.toEqual(at(3));
  });

  it('comes to many people, and shows nobody who is an avatar anyway', () => {
    const shown = new Set(Array.from({ length: 100 }, (_, stop) => at(stop)).flat());
    expect(shown.size).toBeGreaterThan(600);
    const always = at(3);
    expect(at(3, always).filter((slot) => always.includes(slot))).toEqual([]);
  });

  it('shows nobody over anybody else who is an avatar', () => {
    const always = [1, 2, 3];
    for (let stop = 0; stop < 20; stop++) {
      const shown = at(stop, always);
      const others = [...always, ...shown];
      const away = (axis: number, a: number, b: number) =>
        Math.abs((places[a * 2 + axis] ?? 0) - (places[b * 2 + axis] ?? 0)) / STEPS;
      const covering = shown.filter((slot) =>
        others.some(
          (other) =>
            other !== slot && away(0, slot, other) < APART.x && away(1, slot, other) < APART.y,
        ),
      );
      expect(covering).toEqual([]);
    }
  });

  it('shows fewer where there are fewer, and nobody who is not there', () => {
    const few = Uint16Array.from([NOWHERE, NOWHERE, 0, 0, STEPS, STEPS]);
    const shown = inSpotlight(few, { seed: 1, stop: 1, always: [], apart: APART });
    expect(shown.toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(inSpotlight(new Uint16Array(0), { seed: 1, stop: 1, always: [], apart: APART })).toEqual(
      [],
    );
  });
});

describe('the avatars around oneself', () => {
  const self = { x: 0, y: 0 };
  const row = (step: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ x: (index + 1) * step, y: 0 }));

  it('are the nearest, at most 150', () => {
    const near = nearestApart(self, row(40, 400).toReversed(), 40, () => false);
    expect(near).toHaveLength(150);
    expect(near[0]).toEqual({ x: 40, y: 0 });
    expect(near.at(-1)).toEqual({ x: 6_000, y: 0 });
  });

  it('cover neither each other nor oneself, and stay a little longer than they would come', () => {
    const people = [{ x: 10, y: 0 }, ...row(20, 8)];
    const near = nearestApart(self, people, 40, () => false);
    expect(near.map(({ x }) => x)).toEqual([40, 80, 120, 160]);
    expect(nearestApart(self, people, 40, () => true).map(({ x }) => x)).toEqual(
      row(20, 8)
        .map(({ x }) => x)
        .slice(1),
    );
  });
});

describe('R23.1 who is near is decided anew when all have come to rest', () => {
  const around = (isGliding = false, x = 0, disc = 40) => ({
    self: { x, y: 0, isGliding },
    disc,
  });
  const standing = (id: string, x: number, isGliding = false) => ({
    member: { id },
    x,
    y: 0,
    isGliding,
  });
  const rest = new Rest();
  rest.note([standing('a', 50)], around());

  it.each([
    ['somebody is known now who was not', [standing('a', 50), standing('b', 90)], around(), true],
    ['somebody stands elsewhere', [standing('a', 60)], around(), true],
    ['somebody has gone', [], around(), true],
    ['the own avatar stands elsewhere', [standing('a', 50)], around(false, 9), true],
    ['avatars are smaller', [standing('a', 50)], around(false, 0, 30), true],
    ['all is as it was', [standing('a', 50)], around(), false],
    ['somebody walks still', [standing('a', 60, true)], around(), false],
    ['the own avatar walks still', [standing('a', 60)], around(true, 9), false],
  ])('%s', (_name, standings, here, isElsewhere) => {
    expect(rest.isElsewhere(standings, here)).toBe(isElsewhere);
  });
});

describe('a dot that becomes an avatar', () => {
  it('grows within 200 ms, and shrinks when it is one no more', () => {
    const growth = new Growth<string>();
    growth.set(new Set(['a']), 1_000);
    const grown = [1_000, 1_100, 1_200].map((now) => growth.partOf('a', now));
    expect(grown[0]).toBeGreaterThan(0);
    expect(grown[1]).toBeGreaterThan(grown[0] ?? 1);
    expect([grown[2], growth.isGrowing(1_100), growth.isGrowing(1_200)]).toEqual([1, true, false]);
    growth.set(new Set(), 2_000);
    expect(growth.partOf('a', 2_100)).toBeLessThan(1);
    expect([growth.has('a'), growth.partOf('a', 2_200)]).toEqual([false, 0]);
  });

  it('is one at once with reduced motion', () => {
    const growth = new Growth<string>();
    growth.grows = false;
    growth.set(new Set(['a']), 1_000);
    expect([growth.partOf('a', 1_000), growth.isGrowing(1_000)]).toEqual([1, false]);
    growth.set(new Set(), 1_000);
    expect([growth.partOf('a', 1_000), [...growth.keys]]).toEqual([0, []]);
  });
});

describe('a stamp', () => {
  const look = { fill: [200, 0, 0], rim: [255, 255, 255], rimWidth: 1 } as const;
  const paper = (): Pixels => ({ data: new Uint32Array(40 * 30), width: 40, height: 30 });
  const inked = ({ data }: Pixels): number[] =>
    [...data.keys()].filter((index) => data[index] !== 0);

  it('has its colour in the middle, its rim around, and nothing beside', () => {
    const page = paper();
    putStamp(page, makeStamp(40, 6, look), 20, 15);
    expect(page.data[15 * 40 + 20]).toBe(0xff0000c8);
    const columns = inked(page).map((index) => index % 40);
    expect(Math.min(...columns)).toBeGreaterThanOrEqual(16);
    expect(Math.max(...columns)).toBeLessThanOrEqual(23);
  });

  it('lies inside of the picture, wherever it is put, and is as large as in the middle', () => {
    const stamp = makeStamp(40, 12, look);
    const middle = paper();
    putStamp(middle, stamp, 20, 15);
    for (const [x, y] of [
      [-50, -50],
      [0, 29],
      [90, 3],
    ] as const) {
      const page = paper();
      putStamp(page, stamp, x, y);
      expect(inked(page)).toHaveLength(inked(middle).length);
    }
  });

  it('is not put where it does not fit', () => {
    const page = paper();
    putStamp(page, makeStamp(40, 60, look), 20, 15);
    expect(inked(page)).toEqual([]);
  });
});
