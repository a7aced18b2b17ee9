import { zonesFor } from '../../../src/game/shared/zones.js';
import { countHeads } from '../../../src/web/arena/heads.js';
import { STEPS, WALK_SPEED } from '../../../src/protocol/position.js';
import { TILES, tileAt, type Density } from '../../../src/web/arena/crowd/density.js';
import { seeded } from '../../swarm/seeded.js';

export interface Place {
  slot: number;
  x: number;
  y: number;
}

interface Person extends Place {
  toX: number;
  toY: number;
  /** Until the next walk. */
  restMs: number;
}

/** What part of the people likes each zone best, the first the most. */
const LIKED = [0.42, 0.7, 0.88, 1];
/** A rest between two walks lasts up to so long. */
const LONGEST_REST_MS = 9_000;
/** Who changes the zone, of those who walk. */
const CHANGES = 0.4;

/** People who walk from zone to zone. */
class People {
  readonly all: readonly Person[];
  readonly #random: () => number;
  readonly #zones;

  constructor(count: number, choices: number) {
    this.#random = seeded(count);
    this.#zones = zonesFor(choices);
    this.all = Array.from({ length: count }, (_, slot) => {
      const [x, y] = this.#spot();
      return { slot, x, y, toX: x, toY: y, restMs: this.#random() * LONGEST_REST_MS };
    });
  }

  step(ms: number): void {
    for (const person of this.all) {
      const [wayX, wayY] = [person.toX - person.x, person.toY - person.y];
      const left = Math.hypot(wayX, wayY);
      if (left === 0) {
        person.restMs -= ms;
        if (person.restMs <= 0) this.#send(person);
        continue;
      }
      const part = Math.min(1, ((WALK_SPEED / 1_000) * ms) / left);
      person.x += wayX * part;
      person.y += wayY * part;
      if (part === 1) [person.x, person.y] = [person.toX, person.toY];
    }
  }

  places(): Uint16Array<ArrayBuffer> {
    const places = new Uint16Array(this.all.length * 2);
    for (const { slot, x, y } of this.all) {
      places[slot * 2] = Math.floor(x * STEPS);
      places[slot * 2 + 1] = Math.floor(y * STEPS);
    }
    return places;
  }

  density(): Density {
    const density = new Uint16Array(TILES * TILES);
    for (const person of this.all) {
      const tile = tileAt(person);
      density[tile] = (density[tile] ?? 0) + 1;
    }
    return density;
  }

  #send(person: Person): void {
    person.restMs = this.#random() * LONGEST_REST_MS;
    const isNear = this.#random() > CHANGES;
    const step = () => (this.#random() - 0.5) * 0.08;
    const [x, y] = isNear ? [person.x + step(), person.y + step()] : this.#spot();
    person.toX = Math.min(0.999, Math.max(0, x));
    person.toY = Math.min(0.999, Math.max(0, y));
  }

  /** Most stand around the middle of a zone. */
  #spot(): [x: number, y: number] {
    const draw = this.#random();
    const zone = this.#zones[LIKED.findIndex((until) => draw < until)] ?? this.#zones[0];
    if (!zone) throw new Error('there is no zone');
    const around = () => 0.5 + (this.#random() + this.#random() - 1) * 0.49;
    return [zone.x + zone.width * around(), zone.y + zone.height * around()];
  }
}

/** What a page is told of a room at one moment. */
interface Told {
  /** Who stands on the 3 × 3 cells around somebody. */
  near: readonly Place[];
  self: Place;
  /** Not in every moment. */
  all?: { counts: number[]; density: Density; places: Uint16Array<ArrayBuffer> };
}

export interface Walk {
  choices: number;
  /** Whose neighbours are told. */
  selfSlot: number;
  /** Cells on each axis of the floor. */
  cells: number;
  /** Between two moments, and between those in which all is told; the latter a multiple of the former. */
  stepMs: number;
  allMs: number;
}

/** So much of what a page is told, made before it is measured: to walk costs time, too. */
export function walkFor(ms: number, count: number, walk: Walk): Told[] {
  const { choices, selfSlot, cells, stepMs, allMs } = walk;
  const people = new People(count, choices);
  const self = people.all[selfSlot];
  if (!self) throw new Error('there are fewer people');
  const cell = (part: number) => Math.floor(part * cells);
  const isNear = ({ x, y }: Place) =>
    Math.abs(cell(x) - cell(self.x)) <= 1 && Math.abs(cell(y) - cell(self.y)) <= 1;
  return Array.from({ length: Math.ceil(ms / stepMs) }, (_, step) => {
    people.step(stepMs);
    const copy = ({ slot, x, y }: Place): Place => ({ slot, x, y });
    const told: Told = { near: people.all.filter(isNear).map(copy), self: copy(self) };
    if ((step * stepMs) % allMs !== 0) return told;
    const [density, places] = [people.density(), people.places()];
    return { ...told, all: { counts: countHeads(people.all, choices), density, places } };
  });
}
