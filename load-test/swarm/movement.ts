/** How a player of the swarm gets about. Positions are in steps, 0 to STEPS - 1 on each axis. */
import { drawInt, type Random } from '../../src/game/shared/random.js';
import { positionFor, valueAt, zonesOf, type Floor } from '../../src/game/kinds/floor.js';
import { STEPS } from '../../src/protocol/position.js';

export interface Position {
  x: number;
  y: number;
}

/** Where a player is at a time (ms); called once per move that is sent. */
export interface Mover {
  next(now: number): Position;
}

/** A quarter of the arena's side a second. */
const WALK_STEPS_PER_MS = STEPS / 4 / 1000;

function anywhere(random: Random): Position {
  return { x: drawInt(random, STEPS), y: drawInt(random, STEPS) };
}

/** Anywhere on a value: in a zone, on a ruler at any height, or on a named place. */
export function positionOn(value: number, floor: Floor, random: Random): Position {
  if (zonesOf(floor).length > 0)
    for (;;) {
      const { x, y } = anywhere(random);
      if (valueAt([x, y], floor) === value) return { x, y };
    }
  const [x, y] = positionFor(value, floor);
  const height = 'places' in floor ? y : drawInt(random, STEPS);
  return { x: Math.min(x, STEPS - 1), y: Math.min(height, STEPS - 1) };
}

/** Anywhere at once: the hardest case for delta coding and for a view that follows neighbours. */
export class Jumper implements Mover {
  constructor(private readonly random: Random) {}

  next(): Position {
    return anywhere(this.random);
  }
}

/** Walks straight to one position after the other. */
export class Walker implements Mover {
  /** Where to go next. */
  #draw = anywhere;
  #target: Position;
  #speed = WALK_STEPS_PER_MS;
  #movedAt: number;

  constructor(
    private readonly random: Random,
    private position: Position,
    now: number,
  ) {
    this.#target = anywhere(random);
    this.#movedAt = now;
  }

  /**
   * Stands still until `setOff`, then walks to a position that `draw` gives, fast enough to be there by
   * `arrival`, and about in such places from then on.
   */
  headFor(draw: (random: Random) => Position, setOff: number, arrival: number): void {
    this.#draw = draw;
    this.#target = draw(this.random);
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
      this.#target = this.#draw(this.random);
      this.#speed = WALK_STEPS_PER_MS;
    }
    return this.position;
  }
}
