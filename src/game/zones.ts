/** The arena's answer zones (R5.2). Positions are in wire steps. */
import { STEPS } from '../protocol/position.js';

/** `[x, y]` in steps of `STEPS`, x to the right, y down. */
export type Position = readonly [x: number, y: number];

const COLUMNS = 2;

/** The zone of a position among `choices` zones: 1-based, in reading order. */
export function zoneOf([x, y]: Position, choices: number): number {
  const rows = Math.ceil(choices / COLUMNS);
  const row = cell(y, rows);
  const lastRowIsOneCell = choices % COLUMNS === 1 && row === rows - 1;
  return row * COLUMNS + (lastRowIsOneCell ? 0 : cell(x, COLUMNS)) + 1;
}

/** Inner edges belong to the cell to the right or below, the outer edge to the last cell. */
function cell(steps: number, cells: number): number {
  return Math.min(cells - 1, Math.floor((steps * cells) / STEPS));
}
