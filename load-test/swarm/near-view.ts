/** What an observer of a big room has before it: who is in the three by three cells around its own. */
import { CellGrid } from '../../src/protocol/cells.js';
import type { ServerPayload } from '../../src/protocol/events.js';
import { CELL_MOVES_FULL } from '../../src/protocol/limits.js';
import type { Position } from './movement.js';

interface Stay {
  grid: CellGrid;
  cell: number;
  /** performance.now() of the frame that told it. */
  since: number;
}

export type Near = ServerPayload<'near'>;

export class NearView {
  #stay: Stay;
  #before: Stay | undefined;
  /** Whom the observer has before it, and where. */
  readonly #here = new Map<number, Position>();
  #filled = 0;

  constructor({ grid, cell }: Near, at: number) {
    this.#stay = { grid: new CellGrid(grid), cell, since: at };
  }

  /** A frame of this time tells of everybody near that cell, or with `keeps` of those who were not near before. */
  enter({ grid, cell, keeps }: Near, at: number): void {
    this.#before = this.#stay;
    this.#stay = { grid: new CellGrid(grid), cell, since: at };
    for (const [player, place] of this.#here)
      if (!keeps || !this.isNear(place)) this.#here.delete(player);
    this.#filled = this.#here.size;
  }

  /** Whether the frame of this time tells of everybody near. */
  fillsAt(at: number): boolean {
    return at === this.#stay.since;
  }

  isNear(place: Position): boolean {
    return isNear(this.#stay, place);
  }

  has(player: number): boolean {
    return this.#here.has(player);
  }

  /** A frame of this time tells where somebody is, which may be no longer near. */
  tell(player: number, place: Position, at: number): void {
    if (this.fillsAt(at)) this.#filled++;
    if (this.isNear(place)) this.#here.set(player, place);
    else this.#here.delete(player);
  }

  forget(player: number): void {
    this.#here.delete(player);
  }

  /** Whether there may be more near than one frame could tell of. */
  get isCut(): boolean {
    return this.#filled >= CELL_MOVES_FULL;
  }

  /**
   * Whether a player's move that a frame of time `at` tells of was on its way to the observer: one that was sent
   * before the observer came to where it is near was not.
   */
  awaited(player: number, place: Position, sentAt: number, at: number): boolean {
    if (!this.fillsAt(at) || this.has(player)) return true;
    const before = this.#before;
    return before !== undefined && sentAt >= before.since && isNear(before, place);
  }
}

function isNear({ grid, cell }: Stay, { x, y }: Position): boolean {
  return grid.isNear(cell, x, y);
}
