/** The cells of a big room's arena (R23): who is told of whose moves goes by them. */
import { STEPS } from './position.js';

/** How far over the edge of a cell somebody stays in it, as a part of its width. */
const HYSTERESIS = 0.25;
/** Cells on each axis, so that about 150 players are in three by three of them where all walk about. */
const GRIDS = [
  { players: 1_200, cells: 8 },
  { players: 3_000, cells: 11 },
  { players: Infinity, cells: 24 },
] as const;

/** Equal squares, counted from 0 in reading order; `size` of them on each axis. */
export class CellGrid {
  private readonly width: number;

  constructor(readonly size: number) {
    this.width = STEPS / size;
  }

  static for(mostPlayers: number): CellGrid {
    return new CellGrid((GRIDS.find(({ players }) => mostPlayers <= players) ?? GRIDS[2]).cells);
  }

  get count(): number {
    return this.size * this.size;
  }

  /** The cell of a place in steps. */
  cellAt(x: number, y: number): number {
    return this.axis(y) * this.size + this.axis(x);
  }

  /** The cell of somebody who was in `cell`, which they leave only well behind its edge. */
  settle(cell: number, x: number, y: number): number {
    const isIn = this.holds(cell % this.size, x) && this.holds(Math.floor(cell / this.size), y);
    return isIn ? cell : this.cellAt(x, y);
  }

  /** Whether a place is in the three by three cells around this one. */
  isNear(cell: number, x: number, y: number): boolean {
    const column = this.axis(x) - (cell % this.size);
    const row = this.axis(y) - Math.floor(cell / this.size);
    return Math.abs(column) <= 1 && Math.abs(row) <= 1;
  }

  /** A cell and those around it, as far as there are any. */
  around(cell: number): number[] {
    const column = cell % this.size;
    const row = Math.floor(cell / this.size);
    const cells: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(this.size - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(this.size - 1, column + 1); x++)
        cells.push(y * this.size + x);
    return cells;
  }

  private axis(steps: number): number {
    return Math.min(this.size - 1, Math.floor(steps / this.width));
  }

  private holds(index: number, steps: number): boolean {
    const over = this.width * HYSTERESIS;
    return steps >= index * this.width - over && steps < (index + 1) * this.width + over;
  }
}
