import { describe, expect, it } from 'vitest';
import { isClear, nearestFree, slide } from '../../../src/game/map/ground.js';
import { jumpPoints } from '../../../src/game/map/jump-points.js';
import { along, lengthOf, wayTo } from '../../../src/game/map/way.js';
import { indexOf, SIDE, TILES, Walls, type Spot } from '../../../src/game/map/walls.js';
import { aStar } from '../../support/a-star.js';
import { freeTile, randomWalls } from '../../support/random-walls.js';
import { seeded } from '../../../load-test/swarm/seeded.js';

const MAPS = 4_000;

const columnOf = (tile: number): number => tile % SIDE;
const rowOf = (tile: number): number => Math.floor(tile / SIDE);

/** Throws where a way goes through a wall, past a corner, or neither straight nor diagonally. */
function costOf({ cells }: Walls, way: readonly number[]): number {
  let cost = 0;
  way.slice(1).forEach((turn, index) => {
    const from = way[index] as number;
    const [dx, dy] = [columnOf(turn) - columnOf(from), rowOf(turn) - rowOf(from)];
    if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) throw new Error('a bent line');
    const [across, down] = [Math.sign(dx), Math.sign(dy) * SIDE];
    for (let tile = from; tile !== turn;) {
      if (cells[tile + across] === 1 || cells[tile + down] === 1) throw new Error('a corner');
      tile += across + down;
      if (cells[tile] === 1) throw new Error('a wall');
      cost += across !== 0 && down !== 0 ? Math.SQRT2 : 1;
    }
  });
  return cost;
}

describe('R24.3 ways around walls', () => {
  it(`are as short as those of A* on ${MAPS} maps`, () => {
    const random = seeded(23);
    let [ways, none] = [0, 0];
    for (let n = 0; n < MAPS; n++) {
      const walls = randomWalls(random);
      const [from, to] = [freeTile(walls, random), freeTile(walls, random)];
      const expected = aStar(walls, from, to);
      const found = jumpPoints(walls, from, to);
      const ends = (way: number[] | undefined) => way && [way[0], way.at(-1)];
      expect(ends(found), `map ${n}`).toEqual(ends(expected));
      const more = costOf(walls, found ?? []) - costOf(walls, expected ?? []);
      expect(more, `map ${n}`).toBeCloseTo(0, 9);
      if (expected === undefined) none++;
      else ways++;
    }
    expect(ways).toBeGreaterThan(MAPS / 2);
    expect(none).toBeGreaterThan(MAPS / 50);
  });

  it('lead from any place to any other, are made straight, and meet no wall', () => {
    const random = seeded(5);
    for (let n = 0; n < 2_000; n++) {
      const walls = randomWalls(random);
      const place = (): Spot => {
        return { x: random() * TILES, y: random() * TILES };
      };
      const [from, to] = [nearestFree(walls, place()), place()];
      const way = wayTo(walls, from, to);
      const ends = [from, nearestFree(walls, to)].map(({ x, y }) =>
        indexOf(Math.floor(x), Math.floor(y)),
      ) as [number, number];
      const tiles = aStar(walls, ...ends);
      expect(way.at(-1)).toEqual(tiles === undefined ? from : nearestFree(walls, to));
      let last = from;
      for (const spot of way) {
        expect(isClear(walls, last, spot), `map ${n}`).toBe(true);
        last = spot;
      }
      // From the middle of one tile to that of another, and no longer than in eight directions.
      expect(lengthOf(from, way)).toBeLessThanOrEqual(
        costOf(walls, tiles ?? []) + Math.SQRT2 + 1e-9,
      );
      const half = along(from, way, lengthOf(from, way) / 2);
      expect(walls.isFree(half)).toBe(true);
    }
  });

  it('a straight line is clear where no place on it is in a wall', () => {
    const random = seeded(7);
    let [wrong, blocked] = [0, 0];
    for (let n = 0; n < 2_000; n++) {
      const walls = randomWalls(random);
      const from = nearestFree(walls, { x: random() * TILES, y: random() * TILES });
      const to = { x: from.x + random() * 12 - 6, y: from.y + random() * 12 - 6 };
      const goal = { x: Math.min(Math.max(to.x, 0), 64), y: Math.min(Math.max(to.y, 0), 64) };
      const parts = Array.from({ length: 400 }, (_, part) => part / 399);
      const isFree = parts.every((part) =>
        walls.isFree({
          x: from.x + (goal.x - from.x) * part,
          y: from.y + (goal.y - from.y) * part,
        }),
      );
      const isSeen = isClear(walls, from, goal);
      if (isSeen && !isFree) wrong++;
      // What lies between two of the places is no thicker than a corner.
      if (!isSeen && isFree) blocked++;
    }
    expect(wrong).toBe(0);
    expect(blocked).toBeLessThan(20);
  });

  it('who steers against a wall goes along it, and into none', () => {
    const wall = Walls.from((x) => x === 10);
    const slid = slide(wall, { x: 9.5, y: 5 }, { x: 10.5, y: 6 });
    expect(slid.y).toBe(6);
    expect(slid.x).toBeGreaterThan(9.95);
    expect(slid.x).toBeLessThan(10);
    const random = seeded(9);
    for (let n = 0; n < 1_000; n++) {
      const walls = randomWalls(random);
      let spot = nearestFree(walls, { x: random() * TILES, y: random() * TILES });
      for (let step = 0; step < 20; step++) {
        const to = { x: spot.x + random() * 6 - 3, y: spot.y + random() * 6 - 3 };
        spot = slide(walls, spot, {
          x: Math.min(Math.max(to.x, 0), TILES),
          y: Math.min(Math.max(to.y, 0), TILES),
        });
        expect(walls.isFree(spot), `map ${n}, ${JSON.stringify(spot)}`).toBe(true);
      }
    }
  });
});
