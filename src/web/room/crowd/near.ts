/** Where those are whom a page of a big room is told of (R23). */
import { CellGrid } from '../../../protocol/cells.js';
import { readMoves } from '../../../protocol/compact.js';
import type { ServerPayload } from '../../../protocol/events.js';
import { NOWHERE } from '../../../protocol/position.js';

/** What becomes of somebody with a frame; places in steps. */
export interface NearWatcher {
  went: (slot: number, x: number, y: number) => void;
  left: (slot: number) => void;
}

/** Keeps who is near by slot: a player is told of three by three cells, and a screen of the whole floor. */
export class Near {
  /** x, y in steps, by slot; `NOWHERE` for who is not near. */
  places = new Uint16Array(0);
  readonly slots = new Set<number>();
  #grid = new CellGrid(1);
  #cell = 0;
  /** The next moves are everybody who is near. */
  #isAnew = false;

  constructor(private readonly watcher: NearWatcher) {}

  /** Whether the whole floor is told of. */
  get isWhole(): boolean {
    return this.#grid.size === 1;
  }

  /**
   * From here on it is told of the cells around this one. The moves of the same frame are all who are there, or, with
   * `keeps`, those of them who were not near before.
   */
  begin({ grid, cell, keeps }: ServerPayload<'near'>): void {
    this.#grid = new CellGrid(grid);
    this.#cell = cell;
    this.#isAnew = keeps !== true;
    if (!keeps) return;
    for (const slot of this.slots) {
      const [x = 0, y = 0] = [this.places[slot * 2], this.places[slot * 2 + 1]];
      if (!this.#grid.isNear(cell, x, y)) this.drop(slot);
    }
  }

  /** The moves of a frame, as the wire has them; who sits in `own` stays. Answers whether anything has changed. */
  apply(moves: string, own?: number): boolean {
    const gone = this.#isAnew ? new Set(this.slots) : undefined;
    this.#isAnew = false;
    if (own !== undefined) gone?.delete(own);
    readMoves(moves, (slot, x, y) => {
      gone?.delete(slot);
      if (this.#grid.isNear(this.#cell, x, y)) this.#put(slot, x, y);
      else this.drop(slot);
    });
    for (const slot of gone ?? []) this.drop(slot);
    return moves !== '' || (gone?.size ?? 0) > 0;
  }

  drop(slot: number): void {
    if (!this.slots.delete(slot)) return;
    this.places[slot * 2] = this.places[slot * 2 + 1] = NOWHERE;
    this.watcher.left(slot);
  }

  clear(): void {
    for (const slot of this.slots) this.drop(slot);
    this.begin({ grid: 1, cell: 0 });
  }

  /** Those who are nearest to a slot, and not itself; none where it is nowhere. */
  nearestTo(own: number, count: number): number[] {
    const [x, y] = [this.places[own * 2], this.places[own * 2 + 1]];
    if (x === undefined || y === undefined || x === NOWHERE) return [];
    const away = (slot: number): number =>
      Math.hypot((this.places[slot * 2] ?? 0) - x, (this.places[slot * 2 + 1] ?? 0) - y);
    return [...this.slots]
      .filter((slot) => slot !== own)
      .map((slot) => ({ slot, distance: away(slot) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, count)
      .map(({ slot }) => slot);
  }

  #put(slot: number, x: number, y: number): void {
    this.#makeRoomFor(slot);
    this.places[slot * 2] = x;
    this.places[slot * 2 + 1] = y;
    this.slots.add(slot);
    this.watcher.went(slot, x, y);
  }

  #makeRoomFor(slot: number): void {
    if (slot * 2 + 1 < this.places.length) return;
    const places = new Uint16Array(Math.max(256, (slot + 1) * 4)).fill(NOWHERE);
    places.set(this.places);
    this.places = places;
  }
}
