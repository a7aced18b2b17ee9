import { describe, expect, it } from 'vitest';
import { builtInWalls } from '../../src/game/map/built-in.js';
import { nearestFree, slide } from '../../src/game/map/ground.js';
import { standAt, walkOn } from '../../src/game/map/checked-walk.js';
import { spotOf } from '../../src/game/map/places.js';
import { TILES, type Walls } from '../../src/game/map/walls.js';
import { wayTo } from '../../src/game/map/way.js';
import { SEND_INTERVAL_MS, toFraction, toSteps } from '../../src/protocol/position.js';
import { putBack } from '../../src/web/arena/own-place.js';
import { PositionSender } from '../../src/web/arena/position-sender.js';
import { Walker, type Terrain } from '../../src/web/arena/walker.js';
import type { Point } from '../../src/web/room/zones.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const MAZE = builtInWalls('maze') as Walls;
const FRAME_MS = 16;

const spot = ({ x, y }: Point) => ({ x: x * TILES, y: y * TILES });
const point = ({ x, y }: Point) => ({ x: x / TILES, y: y / TILES });
/** The maze, as the page has it. */
const terrain: Terrain = {
  wayTo: (from, to) => wayTo(MAZE, spot(from), spot(to)).map(point),
  slide: (from, to) => point(slide(MAZE, spot(from), spot(to))),
  free: (at) => point(nearestFree(MAZE, spot(at))),
};

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

describe('R24.3 the own avatar beside walls', () => {
  it('comes to every place that is tapped, through no wall', () => {
    const random = seeded(31);
    const walker = new Walker();
    walker.enter(terrain);
    for (let n = 0; n < 60; n++) {
      const goal = terrain.free({ x: random(), y: random() });
      walker.walkTo(goal);
      for (let now = 0; walker.moving && now < 10_000; now += FRAME_MS) {
        walker.step(FRAME_MS, now);
        expect(MAZE.isFree(spot(walker))).toBe(true);
      }
      expect(apart(walker, goal)).toBeLessThan(1e-9);
    }
  });

  it('leaves a wall that comes down on it, and goes on to where it was going', () => {
    const open = new Walker();
    open.place({ x: 6.5 / TILES, y: 0.5 / TILES });
    open.walkTo({ x: 0.9, y: 0.9 });
    open.enter(terrain);
    expect(MAZE.isFree(spot(open))).toBe(true);
    expect(open.target).toEqual(terrain.free({ x: 0.9, y: 0.9 }));
    open.steer({ x: 1, y: 1 });
    for (let now = 0; now < 3_000; now += FRAME_MS) {
      open.step(FRAME_MS, now);
      expect(MAZE.isFree(spot(open))).toBe(true);
    }
  });
});

describe('R24.5 a page whose server checks how it walks', () => {
  /** A page and its server over a line with some delay each way; returns how often the page was put back. */
  function course(jumps: boolean, delayMs: number, seed: number): { far: number; end: number } {
    const random = seeded(seed);
    const start = terrain.free({ x: random(), y: random() });
    const goal = terrain.free({ x: random(), y: random() });
    const walker = new Walker();
    walker.enter(terrain);
    walker.place(start);
    const server = standAt([toSteps(start.x), toSteps(start.y)], 0);
    const line: { at: number; run: () => void }[] = [];
    let [now, far] = [0, 0];
    const sender = new PositionSender(([x, y]) => {
      const wanted = [toSteps(x), toSteps(y)] as const;
      const at = now + delayMs;
      const run = () => {
        const told = walkOn(server, wanted, at, MAZE);
        const off = Math.hypot(told[0] - wanted[0], told[1] - wanted[1]);
        if (off < 64) return;
        const place = { x: toFraction(told[0]), y: toFraction(told[1]) };
        const back = () => {
          far++;
          putBack(walker, sender, place);
        };
        line.push({ at: at + delayMs, run: back });
      };
      line.push({ at, run });
      return true;
    });
    sender.known(start);
    if (jumps) walker.jumpTo(goal, 0);
    else walker.walkTo(goal);
    for (; now < 12_000; now += FRAME_MS) {
      const due = line.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
      for (const one of due) {
        line.splice(line.indexOf(one), 1);
        one.run();
      }
      walker.step(FRAME_MS, now);
      sender.offer(walker, now);
    }
    const { x, y } = spotOf(server.position);
    return { far, end: apart(walker, goal) + apart(point({ x, y }), goal) };
  }

  it.each([0, 60, 250])('is not put back while it walks, over a line of %i ms', (delayMs) => {
    for (let seed = 0; seed < 12; seed++) {
      const { far, end } = course(false, delayMs, seed);
      expect(far).toBe(0);
      expect(end).toBeLessThan(0.001);
    }
  });

  it.each([0, 60, 250])('comes on foot where it jumped to, over a line of %i ms', (delayMs) => {
    for (let seed = 0; seed < 12; seed++) {
      const { far, end } = course(true, delayMs, seed);
      // As often as it had said so until it was told, and not for ever.
      expect(far).toBeLessThan(12 + (4 * delayMs) / SEND_INTERVAL_MS);
      expect(end).toBeLessThan(0.001);
    }
  });
});
