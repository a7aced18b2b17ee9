import { describe, expect, it } from 'vitest';
import { CellGrid } from '../../src/protocol/cells.js';
import { encodeMove } from '../../src/protocol/compact.js';
import { STEPS } from '../../src/protocol/position.js';

interface Near {
  places: Uint16Array;
  slots: Set<number>;
  isWhole: boolean;
  begin(near: { grid: number; cell: number; keeps?: true }): void;
  apply(moves: string, own?: number): boolean;
  drop(slot: number): void;
  nearestTo(own: number, count: number): number[];
}

/** Not by its name: pages are compiled with the types of a browser. */
const file = 'crowd/near.ts';
const { Near } = (await import(`../../src/web/room/${file}`)) as {
  Near: new (watcher: object) => Near;
};

const GRID = new CellGrid(8);
/** The middle of a cell. */
const at = (column: number, row: number): [x: number, y: number] => [
  ((column + 0.5) * STEPS) / 8,
  ((row + 0.5) * STEPS) / 8,
];
const move = (slot: number, column: number, row: number): string =>
  encodeMove(slot, ...at(column, row));
const CELL = GRID.cellAt(...at(3, 3));

/** Somebody in the cell at 3, 3; `told` are those who went, and who have left. */
function aPage() {
  const told: string[] = [];
  const near = new Near({
    went: (slot: number) => told.push(`went ${slot}`),
    left: (slot: number) => told.push(`left ${slot}`),
  });
  near.begin({ grid: 8, cell: CELL });
  return { near, told };
}

describe('who is near in a big room', () => {
  it('R23 is told of slots, whoever sits there, and drops who walks off', () => {
    const { near, told } = aPage();
    near.apply(move(7, 3, 3) + move(900, 4, 2));
    expect([...near.slots]).toEqual([7, 900]);
    near.apply(move(900, 5, 2));
    expect([...near.slots]).toEqual([7]);
    expect(told).toEqual(['went 7', 'went 900', 'left 900']);
    // Of somebody who was never near nothing is kept.
    near.apply(move(8, 7, 7));
    expect([...near.slots]).toEqual([7]);
  });

  it('R23 forgets all who are not in a frame that tells everybody near, but for oneself', () => {
    const { near, told } = aPage();
    near.apply(move(1, 3, 3) + move(2, 3, 3) + move(3, 3, 3));
    near.begin({ grid: 8, cell: CELL });
    told.length = 0;
    expect(near.apply(move(2, 4, 4), 1)).toBe(true);
    expect([...near.slots]).toEqual([1, 2]);
    expect(told).toEqual(['went 2', 'left 3']);
    expect(near.apply('')).toBe(false);
  });

  it('R23 keeps those who are near the next cell, too', () => {
    const { near } = aPage();
    near.apply(move(1, 2, 3) + move(2, 4, 3));
    near.begin({ grid: 8, cell: GRID.cellAt(...at(4, 3)), keeps: true });
    expect([...near.slots]).toEqual([2]);
    near.apply(move(5, 5, 3));
    expect([...near.slots]).toEqual([2, 5]);
  });

  it('R23 is the whole floor on a screen', () => {
    const { near } = aPage();
    near.begin({ grid: 1, cell: 0 });
    near.apply(move(0, 0, 0) + move(9_999, 7, 7));
    expect(near.isWhole).toBe(true);
    expect([...near.slots]).toEqual([0, 9_999]);
    expect([...near.places.subarray(9_999 * 2, 10_000 * 2)]).toEqual(at(7, 7));
  });

  it('R23 knows who is nearest, and nobody around who is nowhere', () => {
    const { near } = aPage();
    near.apply(move(1, 3, 3) + move(2, 4, 4) + move(3, 3, 4) + move(4, 4, 3));
    expect(near.nearestTo(1, 2)).toEqual([3, 4]);
    near.drop(3);
    expect(near.nearestTo(1, 9)).toEqual([4, 2]);
    expect(near.nearestTo(77, 9)).toEqual([]);
  });
});
