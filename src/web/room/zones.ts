import { zoneOf, type Zone } from '../../game/shared/zones.js';
import { toSteps } from '../../protocol/position.js';

/** A place in the arena, 0..1. */
export interface Point {
  x: number;
  y: number;
}

/** Number of the zone at a point, as the server will count it. */
export function zoneAt({ x, y }: Point, choices: number): number {
  return zoneOf([toSteps(x), toSteps(y)], choices);
}

/** A spot well inside a zone and below its label, random so that people who choose by key do not stand on one point. */
export function spotInZone(zone: Zone, random: () => number): Point {
  const part = (from: number, to: number) => from + random() * (to - from);
  return { x: zone.x + zone.width * part(0.15, 0.85), y: zone.y + zone.height * part(0.6, 0.86) };
}
