/** The arena's answer zones (R5.2), the same for the page, which draws them. */
import { STEPS } from '../../protocol/position.js';

/** `[x, y]` in steps of `STEPS`, x to the right, y down. */
export type Position = readonly [x: number, y: number];

/** A zone as it is drawn: parts of the arena, 0..1. */
export interface Zone {
  /** Counts from 1, in reading order. */
  number: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const COLUMNS = 2;

const rowsOf = (choices: number): number => Math.ceil(choices / COLUMNS);

/** All zones are equally large: of an odd number the last one has a row of half the height alone. */
const isAlone = (row: number, choices: number): boolean =>
  choices % COLUMNS === 1 && row === rowsOf(choices) - 1;

/** The zone of a position among `choices` zones: 1-based, in reading order. */
export function zoneOf([x, y]: Position, choices: number): number {
  // Inner edges belong to the zone to the right or below, the outer edge to the last one.
  const row = Math.min(rowsOf(choices) - 1, Math.floor((y * choices) / (COLUMNS * STEPS)));
  const column = isAlone(row, choices)
    ? 0
    : Math.min(COLUMNS - 1, Math.floor((x * COLUMNS) / STEPS));
  return row * COLUMNS + column + 1;
}

/** Where the zones are that `zoneOf` tells apart. */
export function zonesFor(choices: number): Zone[] {
  return Array.from({ length: choices }, (_, index) => {
    const row = Math.floor(index / COLUMNS);
    const columns = isAlone(row, choices) ? 1 : COLUMNS;
    return {
      number: index + 1,
      x: (index % COLUMNS) / columns,
      y: (row * COLUMNS) / choices,
      width: 1 / columns,
      height: columns / choices,
    };
  });
}
