/** How a player of the swarm gets about. Positions are in steps, 0 to STEPS - 1 on each axis. */
import { STEPS } from '../../src/protocol/position.js';

export interface Position {
  x: number;
  y: number;
}

/** In steps; `right` and `bottom` are outside. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Random = () => number;

/** Where a player is at a time (ms); called once per move that is sent. */
export interface Mover {
  next(now: number): Position;
}

const ARENA: Area = { left: 0, top: 0, right: STEPS, bottom: STEPS };
/** A quarter of the arena's side a second. */
const WALK_STEPS_PER_MS = STEPS / 4 / 1000;

function anywhere(area: Area, random: Random): Position {
  return {
    x: area.left + Math.floor(random() * (area.right - area.left)),
    y: area.top + Math.floor(random() * (area.bottom - area.top)),
  };
}

/** Anywhere at once: the hardest case for delta coding and for a view that follows neighbours. */
export class Jumper implements Mover {
  constructor(private readonly random: Random) {}

  next(): Position {
    return anywhere(ARENA, this.random);
  }
}

/** Walks straight to one position after the other within an area, the whole arena unless told. */
export class Walker implements Mover {
  #area = ARENA;
  #target: Position;
  #speed = WALK_STEPS_PER_MS;
  #movedAt: number;

  constructor(
    private readonly random: Random,
    private position: Position,
    now: number,
  ) {
    this.#target = anywhere(ARENA, random);
    this.#movedAt = now;
  }

  /** Stands still until `setOff`, then walks into the area, fast enough to be there by `arrival`. */
  headFor(area: Area, setOff: number, arrival: number): void {
    this.#area = area;
    this.#target = anywhere(area, this.random);
    const distance = Math.hypot(this.#target.x - this.position.x, this.#target.y - this.position.y);
    this.#speed = Math.max(WALK_STEPS_PER_MS, distance / Math.max(1, arrival - setOff));
    this.#movedAt = setOff;
  }

  next(now: number): Position {
    const reach = Math.max(0, now - this.#movedAt) * this.#speed;
    this.#movedAt = Math.max(now, this.#movedAt);
    const dx = this.#target.x - this.position.x;
    const dy = this.#target.y - this.position.y;
    const distance = Math.hypot(dx, dy);
    if (reach < distance) {
      const x = Math.floor(this.position.x + (dx * reach) / distance);
      const y = Math.floor(this.position.y + (dy * reach) / distance);
      this.position = { x, y };
    } else {
      this.position = this.#target;
      this.#target = anywhere(this.#area, this.random);
      this.#speed = WALK_STEPS_PER_MS;
    }
    return this.position;
  }
}

/** Cell of a choice (counted from 1) among `count`: 2 columns; an odd last one is half a row, alone (R5.2). */
export function zoneArea(order: number, count: number): Area {
  const row = Math.floor((order - 1) / 2);
  const alone = count % 2 === 1 && order === count;
  const left = alone || order % 2 === 1 ? 0 : STEPS / 2;
  const right = alone ? STEPS : left + STEPS / 2;
  const top = (2 * row * STEPS) / count;
  return { left, top, right, bottom: top + ((alone ? 1 : 2) * STEPS) / count };
}

/** The choice on whose cell a position lies. */
export function zoneAt({ x, y }: Position, count: number): number {
  const row = Math.floor((y * count) / (2 * STEPS));
  return Math.min(count, row * 2 + (x < STEPS / 2 ? 1 : 2));
}
