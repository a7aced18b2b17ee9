/** How a player of the swarm gets about. Positions are in steps, 0 to STEPS - 1 on each axis. */
import { drawInt, type Random } from '../../src/game/random.js';
import { zoneOf } from '../../src/game/zones.js';
import { STEPS } from '../../src/protocol/position.js';

export interface Place {
  x: number;
  y: number;
}

/** Where a player is at a time (ms); called once per move that is sent. */
export interface Mover {
  next(now: number): Place;
}

/** A quarter of the arena's side a second. */
const WALK_STEPS_PER_MS = STEPS / 4 / 1000;

function anywhere(random: Random): Place {
  return { x: drawInt(random, STEPS), y: drawInt(random, STEPS) };
}

/** The zone of a place among `choices` zones (R5.2). */
export function zoneAt({ x, y }: Place, choices: number): number {
  return zoneOf([x, y], choices);
}

/** Anywhere in a zone; counted from 1. */
export function placeIn(zone: number, choices: number, random: Random): Place {
  for (;;) {
    const place = anywhere(random);
    if (zoneAt(place, choices) === zone) return place;
  }
}

/** Anywhere at once: the hardest case for delta coding and for a view that follows neighbours. */
export class Jumper implements Mover {
  constructor(private readonly random: Random) {}

  next(): Place {
    return anywhere(this.random);
  }
}

/** Walks straight to one place after the other. */
export class Walker implements Mover {
  /** Where to go next. */
  #draw = anywhere;
  #target: Place;
  #speed = WALK_STEPS_PER_MS;
  #movedAt: number;

  constructor(
    private readonly random: Random,
    private place: Place,
    now: number,
  ) {
    this.#target = anywhere(random);
    this.#movedAt = now;
  }

  /**
   * Stands still until `setOff`, then walks to a place that `draw` gives, fast enough to be there by
   * `arrival`, and about in such places from then on.
   */
  headFor(draw: (random: Random) => Place, setOff: number, arrival: number): void {
    this.#draw = draw;
    this.#target = draw(this.random);
    const distance = Math.hypot(this.#target.x - this.place.x, this.#target.y - this.place.y);
    this.#speed = Math.max(WALK_STEPS_PER_MS, distance / Math.max(1, arrival - setOff));
    this.#movedAt = setOff;
  }

  next(now: number): Place {
    const reach = Math.max(0, now - this.#movedAt) * this.#speed;
    this.#movedAt = Math.max(now, this.#movedAt);
    const dx = this.#target.x - this.place.x;
    const dy = this.#target.y - this.place.y;
    const distance = Math.hypot(dx, dy);
    if (reach < distance) {
      const x = Math.floor(this.place.x + (dx * reach) / distance);
      const y = Math.floor(this.place.y + (dy * reach) / distance);
      this.place = { x, y };
    } else {
      this.place = this.#target;
      this.#target = this.#draw(this.random);
      this.#speed = WALK_STEPS_PER_MS;
    }
    return this.place;
  }
}
