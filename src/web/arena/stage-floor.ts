import { zonesFor } from '../../game/shared/zones.js';
import { zonesLook, type FloorLook } from './floor.js';
import { countHeads } from './heads.js';
import { digitOf } from './input.js';
import { spotInZone, zoneAt, type Point } from '../room/zones.js';

/** How somebody walks who presses a key. */
export interface Gait {
  /** Where they stand, or walk to. */
  at: Point;
  isWalking: boolean;
  noWalk: boolean;
}

/** The floor of a question, as it is drawn, read and walked on; one for each kind of question (R16). */
export interface StageFloor {
  look: FloorLook;
  /** The value of somebody who stands there, as the server counts it. */
  valueAt: (point: Point) => number;
  /** Where to go for a value from where one stands; undefined where there is none such. */
  placeFor: (value: number, from: Point) => Point | undefined;
  /** Where a key leads; undefined where it is no key of this floor. */
  placeByKey: (event: KeyboardEvent, gait: Gait) => Point | undefined;
  /** How many of a crowd stand on each value, in the order of the values. */
  countHeads: (crowd: readonly Point[]) => number[];
}

export function choiceFloor(choices: number, rights: readonly number[] | undefined): StageFloor {
  const placeFor = (value: number): Point | undefined => {
    const zone = zonesFor(choices)[value - 1];
    return zone && spotInZone(zone, Math.random);
  };
  return {
    look: zonesLook(choices, rights),
    valueAt: (point) => zoneAt(point, choices),
    placeFor,
    placeByKey: (event) => placeFor(digitOf(event) ?? 0),
    countHeads: (crowd) => countHeads(crowd, choices),
  };
}
