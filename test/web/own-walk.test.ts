import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PositionSender } from '../../src/web/arena/position-sender.js';
import { Walker } from '../../src/web/arena/walker.js';
import type { Point } from '../../src/web/room/zones.js';
import { asInABrowser } from '../support/page-room.js';

const FRAME_MS = 16;

interface Walk {
  goTo: (point: Point, now: number) => void;
  advance: (elapsedMs: number, now: number) => boolean;
  isUnderWay: boolean;
}

it('R6.15 tells the server of a tap on the own place, once and no faster than of steps', async () => {
  asInABrowser();
  onTestFinished(() => void vi.unstubAllGlobals());
  const file = join(import.meta.dirname, '../../src/web/arena/own-walk.ts');
  const { OwnWalk } = (await import(file)) as { OwnWalk: new (session: object) => Walk };
  const sent: unknown[] = [];
  const walker = new Walker();
  const sender = new PositionSender((position) => sent.push(position) > 0);
  const room = { phase: null, isCurtained: false, isHeld: false, link: 'in' };
  const clock = { rttMs: 0, now: () => 0 };
  const walk = new OwnWalk({ walker, sender, room, clock });
  sender.known(walker);
  let now = 0;
  const frames = (count: number) => {
    for (let n = 0; n < count; n++) walk.advance(FRAME_MS, (now += FRAME_MS));
  };
  frames(20);
  expect(sent).toEqual([]);
  expect(walk.isUnderWay).toBe(false);
  walk.goTo({ x: walker.x, y: walker.y }, now);
  expect(walk.isUnderWay).toBe(true);
  frames(20);
  expect(sent).toEqual([[0.5, 0.5]]);
  expect(walk.isUnderWay).toBe(false);
  for (let taps = 0; taps < 30; taps++) {
    walk.goTo({ x: walker.x, y: walker.y }, now);
    frames(1);
  }
  const walked = new Walker();
  const steps: unknown[] = [];
  const asSteps = new PositionSender((position) => steps.push(position) > 0);
  walked.walkTo({ x: 1, y: 1 });
  for (let n = 0; n < 30; n++) {
    walked.step(FRAME_MS, n * FRAME_MS);
    asSteps.offer(walked, n * FRAME_MS);
  }
  expect(sent.length - 1).toBeLessThanOrEqual(steps.length);
});
