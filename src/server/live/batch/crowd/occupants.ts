import type { Position } from '../../../../game/shared/zones.js';
import { encodeMove } from '../../../../protocol/index.js';

/** Which slots are in which cell of a big room and where, as one audience sees them, in the digits of a frame. */
export class Occupants {
  /** By slot; empty where nobody sits. */
  private readonly moves: string[] = [];
  private readonly cellOf: (number | undefined)[] = [];
  /** Those in which somebody has been. */
  private readonly cells = new Map<number, Set<number>>();
  /** By cell: the moves of all, until one changes. */
  private readonly texts = new Map<number, string>();

  /** Puts a slot to a place; returns the cell in which it was before, if it was in any. */
  put(slot: number, [x, y]: Position, cell: number): number | undefined {
    const before = this.cellOf[slot];
    if (before !== cell) {
      this.remove(slot);
      this.cells.set(cell, (this.cells.get(cell) ?? new Set()).add(slot));
      this.cellOf[slot] = cell;
    }
    this.moves[slot] = encodeMove(slot, x, y);
    this.texts.delete(cell);
    return before;
  }

  /** The cell in which the slot is, if it is in any. */
  cellWith(slot: number): number | undefined {
    return this.cellOf[slot];
  }

  /** Returns the cell in which the slot was, if it was in any. */
  remove(slot: number): number | undefined {
    const cell = this.cellOf[slot];
    if (cell === undefined) return undefined;
    const here = this.cells.get(cell);
    here?.delete(slot);
    if (here?.size === 0) this.cells.delete(cell);
    this.texts.delete(cell);
    this.cellOf[slot] = undefined;
    this.moves[slot] = '';
    return cell;
  }

  movesOf(slots: Iterable<number>): string {
    let moves = '';
    for (const slot of slots) moves += this.moves[slot] ?? '';
    return moves;
  }

  countIn(cells: readonly number[]): number {
    return cells.reduce((count, cell) => count + (this.cells.get(cell)?.size ?? 0), 0);
  }

  /** Who is in these cells and not among the first `most`, which are those that `movesIn` tells of. */
  beyond(cells: readonly number[], most: number): number[] {
    if (this.countIn(cells) <= most) return [];
    return cells.flatMap((cell) => [...(this.cells.get(cell) ?? [])]).slice(most);
  }

  /** The moves of all who are in these cells, at most `most`. */
  movesIn(cells: readonly number[], most: number): string {
    let moves = '';
    let left = most;
    for (const cell of cells) {
      const here = this.cells.get(cell);
      if (here === undefined) continue;
      if (here.size <= left) moves += this.textOf(cell, here);
      else moves += this.movesOf([...here].slice(0, left));
      left = Math.max(0, left - here.size);
    }
    return moves;
  }

  private textOf(cell: number, here: ReadonlySet<number>): string {
    const text = this.texts.get(cell) ?? this.movesOf(here);
    this.texts.set(cell, text);
    return text;
  }
}
