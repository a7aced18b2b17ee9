import type { Position } from '../../game/zones.js';
import type { CellGrid } from '../../protocol/index.js';

/** Which slots are in which cell of a big room, as one audience sees them. */
export class Occupants {
  private readonly cells: Set<number>[];
  private readonly cellOf = new Map<number, number>();

  constructor(readonly grid: CellGrid) {
    this.cells = Array.from({ length: grid.count }, () => new Set());
  }

  /** Returns the cell in which the slot was before, if it was in any, and the one in which it is now. */
  put(slot: number, [x, y]: Position): { before: number | undefined; after: number } {
    const before = this.cellOf.get(slot);
    const after = this.grid.cellAt(x, y);
    if (before !== after) {
      if (before !== undefined) this.cells[before]?.delete(slot);
      this.cells[after]?.add(slot);
      this.cellOf.set(slot, after);
    }
    return { before, after };
  }

  /** Returns the cell in which the slot was, if it was in any. */
  remove(slot: number): number | undefined {
    const cell = this.cellOf.get(slot);
    if (cell === undefined) return undefined;
    this.cells[cell]?.delete(slot);
    this.cellOf.delete(slot);
    return cell;
  }

  cellWith(slot: number): number | undefined {
    return this.cellOf.get(slot);
  }

  /** Slots in the three by three cells around one, those in the cell itself first; at most `most`. */
  near(cell: number, most: number): number[] {
    const around = this.grid.around(cell).filter((one) => one !== cell);
    const slots: number[] = [];
    for (const one of [cell, ...around])
      for (const slot of this.cells[one] ?? []) {
        if (slots.length >= most) return slots;
        slots.push(slot);
      }
    return slots;
  }
}
