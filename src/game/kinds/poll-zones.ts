/** The zones of a poll (R16.7): those of a choice question, and a strip below them for those who have no opinion. */
import { STEPS } from '../../protocol/position.js';
import { zoneOf, zonesFor, type Position, type Zone } from '../shared/zones.js';

/** The zones have 11/13 of the arena, so that the edges of up to ten of them lie on whole steps. */
const STRIP_Y = (STEPS * 11) / 13;

/** From 1, as `zoneOf`; the strip comes after the zones. */
export function pollZoneOf([x, y]: Position, choices: number): number {
  if (y >= STRIP_Y) return choices + 1;
  return zoneOf([x, Math.floor((y * 13) / 11)], choices);
}

/** Where they are, the strip last. */
export function pollZonesFor(choices: number): Zone[] {
  const share = STRIP_Y / STEPS;
  const zones = zonesFor(choices).map((zone) => {
    return { ...zone, y: zone.y * share, height: zone.height * share };
  });
  return [...zones, { number: choices + 1, x: 0, y: share, width: 1, height: 1 - share }];
}
