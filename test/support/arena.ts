import type { WirePosition } from '../../src/protocol/index.js';

/** The middle of a zone (R5.2), worked out apart from the rules' own code. */
export function standIn(zone: number, choices: number): WirePosition {
  const row = Math.floor((zone - 1) / 2);
  const isAlone = choices % 2 === 1 && zone === choices;
  const x = isAlone ? 0.5 : (zone - 1) % 2 === 0 ? 0.25 : 0.75;
  // Two zones share a row's height; who has a row alone has half of that.
  const middle = isAlone ? choices - 0.5 : 2 * row + 1;
  return [x, middle / choices];
}
