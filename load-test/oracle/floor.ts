/** Where somebody stands as an answer, from RULES.md alone (R5.2, R16.2, R16.5, R16.7). */

/** Positions are whole steps from 0 to this. */
export const STEPS = 65_520;

export type Place = readonly [x: number, y: number];

/** A question as far as its floor goes. */
export type Floor =
  | { kind: 'choice' | 'poll'; choices: number }
  | { kind: 'ox' }
  | { kind: 'number' | 'scale'; min: number; max: number; step: number };

/** The zone from 1, of a poll with the strip last; of a ruler its value. */
export function valueOf([x, y]: Place, floor: Floor): number {
  switch (floor.kind) {
    case 'ox':
      return 2 * x < STEPS ? 1 : 2;
    case 'choice':
      return zoneIn(x, y / STEPS, floor.choices);
    case 'poll': {
      const down = (13 * y) / (11 * STEPS);
      return down >= 1 ? floor.choices + 1 : zoneIn(x, down, floor.choices);
    }
    case 'number':
    case 'scale': {
      const { min, max, step } = floor;
      const steps = (max - min) / step;
      const along = (12 * x - STEPS) / (10 * STEPS);
      return min + step * Math.min(Math.max(Math.floor(along * steps + 0.5), 0), steps);
    }
  }
}

/** `down` is from 0 to 1. */
function zoneIn(x: number, down: number, choices: number): number {
  const rows = Math.ceil(choices / 2);
  const row = Math.min(rows - 1, Math.floor((down * choices) / 2));
  const isWide = choices % 2 === 1 && row === rows - 1;
  return 2 * row + (isWide || 2 * x < STEPS ? 1 : 2);
}
