import { WALK_SPEED } from '../../protocol/position.js';
import type { Point } from '../room/zones.js';

/** A frame after a stall (a hidden tab) moves no further than this much time would. */
const MAX_STEP_MS = 100;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** What there is to walk around. */
export interface Terrain {
  /** Where to turn on the way to a place, or to the nearest free one. */
  wayTo: (from: Point, to: Point) => Point[];
  /** Where somebody comes who steers from a free place towards another one. */
  slide: (from: Point, to: Point) => Point;
  free: (point: Point) => Point;
}

/** The player's own avatar: it moves at once here, and the server hears of it afterwards. */
export class Walker {
  x = 0.5;
  y = 0.5;
  /** Where it turns on its way, and at last where it goes. */
  #way: readonly Point[] = [];
  #ground: Terrain | undefined;
  #direction: Point = { x: 0, y: 0 };
  #lastMoveAt = -Infinity;

  get moving(): boolean {
    return this.#way.length > 0 || this.#direction.x !== 0 || this.#direction.y !== 0;
  }

  /** Where it walks to; undefined while it stands, or keys are held. */
  get target(): Point | undefined {
    return this.#way.at(-1);
  }

  /** Monotonic ms of the last step or jump that the player made. */
  get lastMoveAt(): number {
    return this.#lastMoveAt;
  }

  /** Where the server says that the player stands; cancels whatever was going on. */
  place(point: Point): void {
    this.x = clamp(point.x);
    this.y = clamp(point.y);
    this.#way = [];
  }

  /** Walls stand from now on, or none; nobody is in one (R24.2). */
  enter(ground: Terrain | undefined): void {
    this.#ground = ground;
    const { target } = this;
    if (ground) this.place(ground.free(this));
    if (target) this.walkTo(target);
  }

  /** Where the server has put the player, who goes on from there to where they were or wanted to be. */
  putBack(point: Point): void {
    const steers = this.moving && this.#way.length === 0;
    const goal = this.target ?? { x: this.x, y: this.y };
    this.place(point);
    if (!steers) this.walkTo(goal);
  }

  /** Goes somewhere without walking: the no-walk mode and reduced motion. */
  jumpTo(point: Point, now: number): void {
    this.place(this.#ground?.free(point) ?? point);
    this.#lastMoveAt = now;
  }

  walkTo(point: Point): void {
    const goal = { x: clamp(point.x), y: clamp(point.y) };
    this.#way = this.#ground?.wayTo(this, goal) ?? [goal];
  }

  /** Held keys, -1..1 on each axis; they win over a target. */
  steer(direction: Point): void {
    this.#direction = direction;
    if (direction.x !== 0 || direction.y !== 0) this.#way = [];
  }

  halt(): void {
    this.#way = [];
  }

  /** Advances by `elapsedMs`; tells whether the avatar moved. */
  step(elapsedMs: number, now: number): boolean {
    const reach = (WALK_SPEED * Math.min(elapsedMs, MAX_STEP_MS)) / 1000;
    const before = { x: this.x, y: this.y };
    const { x: dx, y: dy } = this.#direction;
    if (dx !== 0 || dy !== 0) {
      const length = Math.hypot(dx, dy);
      const to = {
        x: clamp(this.x + (dx / length) * reach),
        y: clamp(this.y + (dy / length) * reach),
      };
      this.#stand(this.#ground?.slide(before, to) ?? to);
    } else this.#follow(reach);
    const moved = this.x !== before.x || this.y !== before.y;
    if (moved) this.#lastMoveAt = now;
    return moved;
  }

  #stand({ x, y }: Point): void {
    this.x = x;
    this.y = y;
  }

  /** Goes so far on its way. */
  #follow(reach: number): void {
    let left = reach;
    for (let next = this.#way[0]; next !== undefined; next = this.#way[0]) {
      const distance = Math.hypot(next.x - this.x, next.y - this.y);
      if (distance > left) {
        const part = left / distance;
        this.#stand({
          x: this.x + (next.x - this.x) * part,
          y: this.y + (next.y - this.y) * part,
        });
        return;
      }
      left -= distance;
      this.#stand(next);
      this.#way = this.#way.slice(1);
    }
  }
}
