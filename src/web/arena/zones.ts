/** A cell of the arena in unit coordinates (R5.2). */
export interface Zone {
  /** Counts from 1, in reading order. */
  number: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** 2 columns in reading order, all equally large: of an odd number the last is half a row, alone (R5.2). */
export function zonesFor(choices: number): Zone[] {
  return Array.from({ length: choices }, (_, index) => {
    const alone = choices % 2 === 1 && index === choices - 1;
    return {
      number: index + 1,
      x: alone ? 0 : (index % 2) * 0.5,
      y: (2 * Math.floor(index / 2)) / choices,
      width: alone ? 1 : 0.5,
      height: (alone ? 1 : 2) / choices,
    };
  });
}

/** Number of the zone at a point; edges belong to the cell to the right and below (R5.2). */
export function zoneAt(point: Point, choices: number): number {
  const rows = Math.ceil(choices / 2);
  const row = Math.min(rows - 1, Math.floor((point.y * choices) / 2));
  const column = point.x < 0.5 ? 0 : 1;
  return Math.min(choices, row * 2 + column + 1);
}

/** A spot well inside a zone and below its label, random so that people who choose by key do not stand on one point. */
export function spotInZone(zone: Zone, random: () => number): Point {
  const part = (from: number, to: number) => from + random() * (to - from);
  return { x: zone.x + zone.width * part(0.15, 0.85), y: zone.y + zone.height * part(0.6, 0.86) };
}
