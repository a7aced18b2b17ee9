import { describe, expect, it } from 'vitest';
import { NOWHERE, STEPS } from '../../src/protocol/position.js';
import { TILES, tileAt, withoutNear, type Density } from '../../src/web/arena/crowd/density.js';
import { noDots, placeDots, seenAt, walkDots, type Dots } from '../../src/web/arena/crowd/dots.js';

const NOBODY: Density = new Uint16Array(TILES * TILES);
const sum = (density: Density): number => density.reduce((all, people) => all + people, 0);

/** So many people on each of these tiles. */
function crowd(people: Record<number, number>): Density {
  const density = NOBODY.slice();
  for (const [tile, count] of Object.entries(people)) density[Number(tile)] = count;
  return density;
}

/** Where the dots are that stay, as texts. */
function placesOf(dots: Dots): Set<string> {
  const places = new Set<string>();
  for (let dot = 0; dot < dots.count; dot++)
    if (dots.change[dot] !== -1) places.add(`${dots.to[dot * 2]} ${dots.to[dot * 2 + 1]}`);
  return places;
}

const changesOf = (dots: Dots, change: number): number =>
  dots.change.subarray(0, dots.count).filter((one) => one === change).length;

/** How many dots set out from somewhere else. */
function walkers({ count, from, to }: Dots): number {
  let walking = 0;
  for (let dot = 0; dot < count; dot++)
    if (from[dot * 2] !== to[dot * 2] || from[dot * 2 + 1] !== to[dot * 2 + 1]) walking++;
  return walking;
}

describe('the dots of a density', () => {
  it('are as many as its people, each on the tile where it was counted', () => {
    const density = crowd({ 0: 3, 33: 40, [TILES * TILES - 1]: 7 });
    const dots = walkDots(NOBODY, density);
    const found = NOBODY.slice();
    for (let dot = 0; dot < dots.count; dot++) {
      const tile = tileAt({ x: dots.to[dot * 2] ?? -1, y: dots.to[dot * 2 + 1] ?? -1 });
      found[tile] = (found[tile] ?? 0) + 1;
    }
    expect(found).toEqual(density);
    expect(placesOf(dots).size).toBe(50);
    expect(changesOf(dots, 1)).toBe(50);
  });

  it('stand still while nobody moves, and one more person is one more dot', () => {
    const before = crowd({ 100: 8, 500: 20 });
    const still = walkDots(before, before);
    expect([walkers(still), changesOf(still, 0)]).toEqual([0, 28]);
    const more = walkDots(before, crowd({ 100: 9, 500: 20 }));
    expect([walkers(more), changesOf(more, 0), changesOf(more, 1)]).toEqual([0, 28, 1]);
    expect([...placesOf(still)].filter((place) => !placesOf(more).has(place))).toEqual([]);
  });

  it('walk to a tile nearby that has more people, and else come and go', () => {
    const nearby = walkDots(crowd({ 100: 8 }), crowd({ 100: 5, 103: 3 }));
    expect([walkers(nearby), changesOf(nearby, 0)]).toEqual([3, 8]);
    const away = walkDots(crowd({ 0: 2 }), crowd({ [TILES * TILES - 1]: 2 }));
    expect([walkers(away), changesOf(away, 1), changesOf(away, -1)]).toEqual([0, 2, 2]);
  });

  it('are drawn from the back to the front, each once', () => {
    const { order, to, count } = walkDots(NOBODY, crowd({ 5: 30, 40: 30, 900: 30 }));
    expect(new Set(order).size).toBe(count);
    const rows = [...order].map((dot) => Math.floor((to[dot * 2 + 1] ?? 0) * 512));
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  });
});

describe('a density without those who are avatars', () => {
  const spot = (column: number, row: number) => ({
    x: (column + 0.5) / TILES,
    y: (row + 0.5) / TILES,
  });

  it('has so many fewer, on the tiles where they stand', () => {
    const density = crowd({ [tileAt(spot(3, 4))]: 5, 0: 2 });
    const rest = withoutNear(density, [spot(3, 4), spot(3, 4)]);
    expect(rest).toEqual(crowd({ [tileAt(spot(3, 4))]: 3, 0: 2 }));
    expect(density[tileAt(spot(3, 4))]).toBe(5);
  });

  it('takes who has walked on from the nearest tile, and is never less than nobody', () => {
    const density = crowd({ [tileAt(spot(10, 10))]: 1, [tileAt(spot(20, 20))]: 1 });
    const walkedOn = [spot(11, 10), spot(11, 10), spot(11, 10)];
    expect(withoutNear(density, walkedOn.slice(0, 1))).toEqual(
      crowd({ [tileAt(spot(20, 20))]: 1 }),
    );
    expect(sum(withoutNear(density, walkedOn))).toBe(0);
  });

  it('has the head count less the avatars, wherever these have gone', () => {
    const density = NOBODY.map((_, tile) => (tile % 7 === 0 ? tile % 5 : 0));
    const near = Array.from({ length: 150 }, (_, index) =>
      spot(index % TILES, (index * 7) % TILES),
    );
    expect(sum(withoutNear(density, near))).toBe(sum(density) - near.length);
    expect(walkDots(NOBODY, withoutNear(density, near)).count).toBe(sum(density) - near.length);
  });
});

describe('the dots of all places', () => {
  const places = (...list: number[]) => Uint16Array.from(list);

  it('are at once where somebody is who comes, and walk from where they are seen', () => {
    const first = placeDots(noDots(0), 1, places(0, 0, STEPS, STEPS));
    expect([first.count, walkers(first), changesOf(first, 1)]).toEqual([2, 0, 2]);
    const second = placeDots(first, 1, places(STEPS, 0, STEPS, STEPS));
    expect([walkers(second), changesOf(second, 0)]).toEqual([1, 2]);
    const third = placeDots(second, 0.5, places(0, 0, STEPS, STEPS));
    expect([seenAt(third, 0, 0), seenAt(third, 0, 1)]).toEqual([0.5, 0]);
  });

  it('go where they are seen, and come back without a way', () => {
    const there = placeDots(noDots(0), 1, places(STEPS / 2, STEPS / 2));
    const gone = placeDots(there, 1, places(NOWHERE, NOWHERE));
    expect([changesOf(gone, -1), seenAt(gone, 0, 1)]).toEqual([1, 0.5]);
    const back = placeDots(gone, 1, places(STEPS, STEPS));
    expect([changesOf(back, 1), walkers(back)]).toEqual([1, 0]);
  });
});
