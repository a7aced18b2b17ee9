/** What the server says of where the own avatar stands, beside what the page knows. */
import type { PositionSender } from './position-sender.js';
import type { Walker } from './walker.js';
import type { Point } from '../room/zones.js';

/** Further away than this, in arena widths, it is more than a delay. */
const TOLERANCE = 0.02;
const SETTLED_MS = 1_500;

/** Everybody is told of a place: who has stood still elsewhere for long is there. */
export function echoed(walker: Walker, sender: PositionSender, point: Point, now: number): void {
  const isSettled = now - walker.lastMoveAt > SETTLED_MS;
  if (!isSettled || walker.moving || apart(walker, point) <= TOLERANCE) return;
  walker.place(point);
  sender.known(point);
}

/** The server has put the avatar there (R24.2, R24.5), and it goes on from there to where it wanted to be. */
export function putBack(walker: Walker, sender: PositionSender, point: Point): void {
  // A little further behind, the server comes along with the next step.
  if (apart(walker, point) <= TOLERANCE) {
    sender.repeat();
    return;
  }
  walker.putBack(point);
  sender.known(point);
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
