import { zoneAt, type Point } from '../room/zones.js';

/** How many of the crowd stand in each zone, in the order of the zones. */
export function countHeads(crowd: readonly Point[], zones: number): number[] {
  const heads = Array.from({ length: zones }, () => 0);
  for (const at of crowd) {
    const index = zoneAt(at, zones) - 1;
    heads[index] = (heads[index] ?? 0) + 1;
  }
  return heads;
}
