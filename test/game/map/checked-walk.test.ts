import { describe, expect, it } from 'vitest';
import { builtInWalls } from '../../../src/game/map/built-in.js';
import { SAVED_WALK_MS, standAt, walkOn } from '../../../src/game/map/checked-walk.js';
import { drawFree, freePosition, spotOf } from '../../../src/game/map/places.js';
import { indexOf, SIDE, TILES, type Walls } from '../../../src/game/map/walls.js';
import { drawPosition } from '../../../src/game/shared/random.js';
import type { Position } from '../../../src/game/shared/zones.js';
import { SEND_INTERVAL_MS, STEPS, WALK_SPEED } from '../../../src/protocol/position.js';
import { aStar } from '../../support/a-star.js';
import { seeded } from '../../../load-test/swarm/seeded.js';

const STEPS_PER_MS = (WALK_SPEED * STEPS) / 1_000;
/** Of rounding, at most. */
const SLACK = (STEPS / TILES) * (1 / 16) + 4;

const apart = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** At least so long is any way from tile to tile in eight directions, as ways between them may be straight. */
function leastWay(walls: Walls | undefined, from: Position, to: Position): number {
  if (walls === undefined) return 0;
  const ends = [from, to].map((position) => {
    const { x, y } = spotOf(position);
    return indexOf(Math.floor(Math.min(x, 63)), Math.floor(Math.min(y, 63)));
  }) as [number, number];
  const tiles = aStar(walls, ...ends) ?? [];
  const cost = tiles.slice(1).reduce((sum, tile, index) => {
    const step = Math.abs(tile - (tiles[index] as number));
    return sum + (step === 1 || step === SIDE ? 1 : Math.SQRT2);
  }, 0);
  // Octile ways are at most 1.083 times as long as straight ones; both ends lie anywhere in their tiles.
  return Math.max(0, (cost / 1.083 - 2 * Math.SQRT2) * (STEPS / TILES));
}

describe('R24.5 checked walking', () => {
  it.each(['yard', 'garden', 'maze'] as const)(
    'in the %s takes nobody into a wall, past one, or further than on foot',
    (map) => {
      const walls = builtInWalls(map);
      const random = seeded(11);
      for (let course = 0; course < 60; course++) {
        const start = drawFree(random, walls);
        let now = 1_000;
        const walked = standAt(start, now);
        const places: { at: number; position: Position }[] = [{ at: now, position: start }];
        for (let move = 0; move < 40; move++) {
          now += Math.floor(random() ** 3 * 1_500);
          const near: Position = [
            Math.min(STEPS, Math.max(0, Math.round(walked.position[0] + (random() - 0.5) * 9_000))),
            Math.min(STEPS, Math.max(0, Math.round(walked.position[1] + (random() - 0.5) * 9_000))),
          ];
          const wanted = random() < 0.5 ? near : drawPosition(random);
          const position = walkOn(walked, wanted, now, walls);
          expect(walls?.isFree(spotOf(position))).not.toBe(false);
          places.push({ at: now, position });
        }
        for (const [index, last] of places.entries())
          for (const first of places.slice(Math.max(0, index - 8), index)) {
            const ms = SAVED_WALK_MS + (last.at - first.at) * 1.1;
            const most = ms * STEPS_PER_MS + SLACK;
            expect(apart(first.position, last.position)).toBeLessThanOrEqual(most);
            const least = index % 10 === 0 ? leastWay(walls, first.position, last.position) : 0;
            expect(least).toBeLessThanOrEqual(most);
          }
      }
    },
  );

  it.each(['yard', 'garden', 'maze'] as const)(
    'in the %s holds nobody back who walks as a page does, on a line that stands still for 300 ms',
    (map) => {
      const walls = builtInWalls(map);
      const random = seeded(12);
      for (let course = 0; course < 60; course++) {
        const [start, goal] = [drawFree(random, walls), drawFree(random, walls)];
        const page = standAt(start, 0);
        const server = standAt(start, 0);
        // The page walks as fast as it may, without what is saved up.
        page.saved = 0;
        let heardAt = 0;
        for (let at = SEND_INTERVAL_MS; at < 6_000; at += SEND_INTERVAL_MS) {
          page.saved = 0;
          const told = walkOn(page, goal, page.at + SEND_INTERVAL_MS / 1.1, walls);
          const isLate = random() < 0.1;
          heardAt = Math.max(heardAt, at + (isLate ? random() * 300 : random() * 20));
          const counted = walkOn(server, told, heardAt, walls);
          expect(apart(counted, told), `course ${course} at ${at}`).toBeLessThan(STEPS / 50);
        }
        expect(server.position).toEqual(goal);
      }
    },
  );

  it('lets nobody who stands still for long come further than what is saved up', () => {
    const walked = standAt([0, 0], 0);
    const [x, y] = walkOn(walked, [STEPS, 0], 60_000, undefined);
    expect(y).toBe(0);
    expect(x / STEPS_PER_MS).toBeCloseTo(SAVED_WALK_MS, 0);
    // In the same moment there is nothing left, and a clock that goes back gives nothing.
    expect(walkOn(walked, [STEPS, 0], 60_000, undefined)).toEqual([x, y]);
    expect(walkOn(walked, [STEPS, 0], 59_000, undefined)).toEqual([x, y]);
    expect(walkOn(walked, [STEPS, 0], 60_050, undefined)[0] - x).toBeCloseTo(55 * STEPS_PER_MS, -1);
  });
});

describe('R24.2 nobody stands in a wall', () => {
  it('a place in one becomes the nearest that is free, and all others stay', () => {
    const walls = builtInWalls('garden') as Walls;
    const random = seeded(13);
    for (let n = 0; n < 3_000; n++) {
      const position = drawPosition(random);
      const free = freePosition(walls, position);
      expect(walls.isFree(spotOf(free))).toBe(true);
      expect(free === position).toBe(walls.isFree(spotOf(position)));
      expect(apart(position, free)).toBeLessThan((2 * STEPS) / TILES);
    }
    expect(freePosition(undefined, [5, 5])).toEqual([5, 5]);
  });

  it('or the nearest of those that suit', () => {
    const walls = builtInWalls('maze') as Walls;
    const random = seeded(14);
    for (let n = 0; n < 500; n++) {
      const position = drawPosition(random);
      const isRight = ([x]: Position): boolean => x > STEPS / 2;
      const free = freePosition(walls, position, isRight);
      expect(walls.isFree(spotOf(free)) && isRight(free)).toBe(true);
    }
  });
});
