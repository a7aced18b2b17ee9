import { NOWHERE, STEPS } from '../../../protocol/position.js';
import { findAround, TILES, type Density } from './density.js';
import { scatter } from './scatter.js';

/** A dot at one place, or on its way; all arrays have one entry for each, or two (x, y from 0 to 1). */
export interface Dots {
  count: number;
  from: Float32Array;
  to: Float32Array;
  /** 1 for who was not there, −1 for who goes, −2 for who is gone, 0 for all others. */
  change: Int8Array;
  /** Says what a dot looks like. */
  seeds: Uint32Array;
  /** The numbers of the dots from the back to the front, by where they go. */
  order: Uint32Array;
}

/** The `change` of who was not there before either. */
const GONE = -2;
/** How many tiles somebody may have walked between two densities. */
const REACH = 10;
/** Steps of a sequence that fills a square evenly, however many of it are taken (R2, by the plastic number). */
const STEP_X = 0.7548776662466927;
const STEP_Y = 0.5698402909980532;
const JITTER = 0.12;

const part = (hash: number): number => hash / 2 ** 32;
const fraction = (value: number): number => value - Math.floor(value);

export function noDots(most: number): Dots {
  return {
    count: 0,
    from: new Float32Array(most * 2),
    to: new Float32Array(most * 2),
    change: new Int8Array(most),
    seeds: new Uint32Array(most),
    order: new Uint32Array(0),
  };
}

/** Rows of the floor that are told apart when dots are put in order. */
const ROWS = 512;

/** Who is drawn row by row is in front of who stands behind, and is written into memory that is at hand. */
function backToFront({ count, to }: Dots): Uint32Array {
  const rowOf = (dot: number): number =>
    Math.min(ROWS - 1, Math.max(0, Math.floor((to[dot * 2 + 1] ?? 0) * ROWS)));
  /** Where the next dot of each row goes. */
  const next = new Uint32Array(ROWS + 1);
  for (let dot = 0; dot < count; dot++) {
    const row = rowOf(dot) + 1;
    next[row] = (next[row] ?? 0) + 1;
  }
  for (let row = 1; row <= ROWS; row++) next[row] = (next[row] ?? 0) + (next[row - 1] ?? 0);
  const order = new Uint32Array(count);
  for (let dot = 0; dot < count; dot++) {
    const row = rowOf(dot);
    const at = next[row] ?? 0;
    next[row] = at + 1;
    order[at] = dot;
  }
  return order;
}

/** Writes where the dot number `index` of a tile stands: the same place always, however many there are. */
function standOn(places: Float32Array, at: number, tile: number, index: number): void {
  const own = scatter(tile, index);
  const jitter = (hash: number) => (part(hash) - 0.5) * JITTER;
  const x = fraction(part(scatter(tile, -1)) + index * STEP_X + jitter(own));
  const y = fraction(part(scatter(tile, -2)) + index * STEP_Y + jitter(scatter(own, 1)));
  places[at * 2] = ((tile % TILES) + x) / TILES;
  places[at * 2 + 1] = (Math.floor(tile / TILES) + y) / TILES;
}

/** Dots are numbered by tile and by their place on it. */
const MOST_ON_TILE = 0x1_0000;

function add(dots: Dots, before: number, after: number, change: number): void {
  const at = dots.count++;
  standOn(dots.from, at, Math.floor(before / MOST_ON_TILE), before % MOST_ON_TILE);
  standOn(dots.to, at, Math.floor(after / MOST_ON_TILE), after % MOST_ON_TILE);
  dots.change[at] = change;
  dots.seeds[at] = scatter(after, 0);
}

const sumOf = (density: Density): number => density.reduce((sum, people) => sum + people, 0);

/**
 * The dots of a density that follows another one. Who stays keeps the place; who has left a tile is taken to have
 * walked to the nearest one that has more people than before; all others come or go.
 */
export function walkDots(before: Density, after: Density): Dots {
  const dots = noDots(sumOf(before) + sumOf(after));
  /** Of each tile, how many of those who stood there are not yet found elsewhere. */
  const left = new Uint16Array(TILES * TILES);
  after.forEach((people, tile) => {
    const stood = before[tile] ?? 0;
    for (let index = 0; index < Math.min(people, stood); index++) {
      const place = tile * MOST_ON_TILE + index;
      add(dots, place, place, 0);
    }
    left[tile] = Math.max(0, stood - people);
  });
  after.forEach((people, tile) => {
    for (let index = before[tile] ?? 0; index < people; index++) {
      const place = tile * MOST_ON_TILE + index;
      const hasWalked = findAround(tile, REACH, (other) => {
        const free = left[other] ?? 0;
        if (free === 0) return false;
        left[other] = free - 1;
        add(dots, other * MOST_ON_TILE + (after[other] ?? 0) + free - 1, place, 0);
        return true;
      });
      if (!hasWalked) add(dots, place, place, 1);
    }
  });
  left.forEach((free, tile) => {
    for (let index = 0; index < free; index++) {
      const place = tile * MOST_ON_TILE + (after[tile] ?? 0) + index;
      add(dots, place, place, -1);
    }
  });
  dots.order = backToFront(dots);
  return dots;
}

/**
 * The dots of all places (x, y in steps, by slot) that follow those of `before`, from where these are seen after
 * `done` of their way. A dot's number is its slot; who goes, or is gone, has no way.
 */
export function placeDots(before: Dots, done: number, places: Uint16Array): Dots {
  const count = Math.floor(places.length / 2);
  const dots = noDots(count);
  dots.count = count;
  for (let slot = 0; slot < count; slot++) {
    const [x, y] = [slot * 2, slot * 2 + 1];
    const isThere = places[x] !== NOWHERE;
    const wasThere = slot < before.count && (before.change[slot] ?? GONE) >= 0;
    const [seenX, seenY] = [seenAt(before, x, done), seenAt(before, y, done)];
    dots.to[x] = isThere ? (places[x] ?? 0) / STEPS : seenX;
    dots.to[y] = isThere ? (places[y] ?? 0) / STEPS : seenY;
    dots.from[x] = wasThere ? seenX : (dots.to[x] ?? 0);
    dots.from[y] = wasThere ? seenY : (dots.to[y] ?? 0);
    dots.change[slot] = isThere ? Number(!wasThere) : wasThere ? -1 : GONE;
    dots.seeds[slot] = scatter(slot, 0);
  }
  dots.order = backToFront(dots);
  return dots;
}

/** One coordinate after `done` (0..1) of the way. */
export function seenAt({ from, to }: Dots, index: number, done: number): number {
  const [begin, end] = [from[index] ?? 0, to[index] ?? 0];
  return begin + (end - begin) * done;
}
