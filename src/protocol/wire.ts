/**
 * The version of the wire between page and server, raised with each change that a page of before would read wrongly,
 * or that its server would. Programs name none, and are taken as they are.
 */
export const WIRE = 2;

/** A server takes the pages of its own version and of the one before, which play on while it is replaced. */
export function isTakenWire(wire: unknown): boolean {
  return wire === WIRE || (wire === WIRE - 1 && wire > 0);
}
