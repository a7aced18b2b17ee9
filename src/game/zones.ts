/** The arena's answer zones (R5.2). Positions are in wire steps. */
import { STEPS } from '../protocol/position.js';

/** `[x, y]` in steps of `STEPS`, x to the right, y down. */
export type Position = readonly [x: number, y: number];

const COLUMNS = 2;

/**
 * The zone of a position among `choices` zones: 1-based, in reading order. All are equally large: of
 * an odd number the last one has a row of half the height alone.
 */
export function zoneOf([x, y]: Position, choices: number): number {
  const rows = Math.ceil(choices / COLUMNS);
  const row = Math.min(rows - 1, Math.floor((y * choices) / (COLUMNS * STEPS)));
  const isAlone = choices % COLUMNS === 1 && row === rows - 1;
  // Inner edges belong to the zone to the right or below, the outer edge to the last one.
  const column = isAlone ? 0 : Math.min(COLUMNS - 1, Math.floor((x * COLUMNS) / STEPS));
  return row * COLUMNS + column + 1;
}
