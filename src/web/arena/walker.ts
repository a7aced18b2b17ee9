import { WALK_SPEED } from '../../protocol/position.js';
import type { Point } from './zones.js';

/** A frame after a stall (a hidden tab) moves no further than this much time would. */
const MAX_STEP_MS = 100;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The player's own avatar: it moves at once here, and the server hears of it afterwards. */
export class Walker {
  x = 0.5;
  y = 0.5;
  #target: Point | undefined;
  #direction: Point = { x: 0, y: 0 };
  #lastMoveAt = -Infinity;

  get moving(): boolean {
    return this.#target !== undefined || this.#direction.x !== 0 || this.#direction.y !== 0;
  }

  /** Where it walks to; undefined while it stands, or keys are held. */
  get target(): Point | undefined {
    return this.#target;
  }

  /** Monotonic ms of the last step or jump that the player made. */
  get lastMoveAt(): number {
    return this.#lastMoveAt;
  }

  /** Where the server says that the player stands; cancels whatever was going on. */
  place(point: Point): void {
    this.x = clamp(point.x);
    this.y = clamp(point.y);
    this.#target = undefined;
  }

  /** Goes somewhere without walking: the no-walk mode and reduced motion. */
  jumpTo(point: Point, now: number): void {
    this.place(point);
    this.#lastMoveAt = now;
  }

  walkTo(point: Point): void {
    this.#target = { x: clamp(point.x), y: clamp(point.y) };
  }

  /** Held keys, -1..1 on each axis; they win over a target. */
  steer(direction: Point): void {
    this.#direction = direction;
    if (direction.x !== 0 || direction.y !== 0) this.#target = undefined;
  }

  halt(): void {
    this.#target = undefined;
  }

  /** Advances by `elapsedMs`; tells whether the avatar moved. */
  step(elapsedMs: number, now: number): boolean {
    const reach = (WALK_SPEED * Math.min(elapsedMs, MAX_STEP_MS)) / 1000;
    const before = { x: this.x, y: this.y };
    const { x: dx, y: dy } = this.#direction;
    if (dx !== 0 || dy !== 0) {
      const length = Math.hypot(dx, dy);
      this.x = clamp(this.x + (dx / length) * reach);
      this.y = clamp(this.y + (dy / length) * reach);
    } else if (this.#target) {
      const toX = this.#target.x - this.x;
      const toY = this.#target.y - this.y;
      const distance = Math.hypot(toX, toY);
      if (distance <= reach) {
        this.x = this.#target.x;
        this.y = this.#target.y;
        this.#target = undefined;
      } else {
        this.x += (toX / distance) * reach;
        this.y += (toY / distance) * reach;
      }
    }
    const moved = this.x !== before.x || this.y !== before.y;
    if (moved) this.#lastMoveAt = now;
    return moved;
  }
}
