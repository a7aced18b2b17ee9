import type { WirePosition } from '../../src/protocol/index.js';

/** The middle of a zone (R5.2), worked out apart from the rules' own code. */
export function standIn(zone: number, choices: number): WirePosition {
  const rows = Math.ceil(choices / 2);
  const row = Math.floor((zone - 1) / 2);
  const isWide = choices % 2 === 1 && zone === choices;
  const x = isWide ? 0.5 : (zone - 1) % 2 === 0 ? 0.25 : 0.75;
  return [x, (row + 0.5) / rows];
}
