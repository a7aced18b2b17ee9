import type { CellGrid } from '../../../../protocol/index.js';

/** By size of the grid, as all rooms with such a grid have the same: by cell those around it, itself first. */
const known = new Map<number, readonly (readonly number[])[]>();

/** The three by three cells around each cell of a grid, itself first. */
export function cellsAround(grid: CellGrid): readonly (readonly number[])[] {
  const around =
    known.get(grid.size) ??
    Array.from({ length: grid.count }, (_, cell) => [
      cell,
      ...grid.around(cell).filter((one) => one !== cell),
    ]);
  known.set(grid.size, around);
  return around;
}
