/**
 * What it means to stand somewhere (R16.1): the floor of a question turns positions into values, and back for those
 * who answer without walking. Server and page use the same.
 */
import { STEPS } from '../../protocol/position.js';
import type { NamedPlace, Ruler, ShownQuestion } from '../../protocol/question.js';
import { zoneOf, zonesFor, type Position, type Zone } from '../zones.js';
import { pollZoneOf, pollZonesFor } from './poll-zones.js';
import { placeAt, stepsOf, xOf } from './ruler.js';
import { nearestPlace } from './spot.js';

export type Floor =
  | { kind: 'choice' | 'ox' | 'poll'; choices: number }
  | { kind: 'number' | 'scale'; ruler: Ruler }
  | { kind: 'spot'; places: readonly NamedPlace[] };

export function floorOf(question: ShownQuestion): Floor {
  switch (question.kind) {
    case 'choice':
    case 'ox':
    case 'poll':
      return { kind: question.kind, choices: question.choiceList.length };
    case 'number':
    case 'scale':
      return { kind: question.kind, ruler: question.ruler };
    case 'spot':
      return { kind: question.kind, places: question.places };
  }
}

/**
 * The zone, from 1 (of a poll, the strip comes last); the place on the ruler, from 0 (`valueOf` tells the number); or
 * the number of the nearest place on the picture, from 1.
 */
export function valueAt(position: Position, floor: Floor): number {
  switch (floor.kind) {
    case 'choice':
    case 'ox':
      return zoneOf(position, floor.choices);
    case 'poll':
      return pollZoneOf(position, floor.choices);
    case 'number':
    case 'scale':
      return placeAt(position[0], floor.ruler);
    case 'spot':
      return nearestPlace(position, floor.places);
  }
}

/** Where to stand for a value; `valueAt` leads back. */
export function positionFor(value: number, floor: Floor): Position {
  switch (floor.kind) {
    case 'choice':
    case 'ox':
    case 'poll':
      return middleOf(zonesOf(floor)[value - 1]);
    case 'number':
    case 'scale':
      return [xOf(value, floor.ruler), STEPS / 2];
    case 'spot': {
      const { x, y } = floor.places[value - 1] ?? { x: STEPS / 2, y: STEPS / 2 };
      return [x, y];
    }
  }
}

/** All values that there are, in order. */
export function valuesOf(floor: Floor): number[] {
  switch (floor.kind) {
    case 'choice':
    case 'ox':
    case 'poll':
      return zonesOf(floor).map(({ number }) => number);
    case 'number':
    case 'scale':
      return Array.from({ length: stepsOf(floor.ruler) + 1 }, (_, place) => place);
    case 'spot':
      return floor.places.map((_, index) => index + 1);
  }
}

/** The zones to draw; none where the floor has no zones. */
export function zonesOf(floor: Floor): Zone[] {
  switch (floor.kind) {
    case 'choice':
    case 'ox':
      return zonesFor(floor.choices);
    case 'poll':
      return pollZonesFor(floor.choices);
    case 'number':
    case 'scale':
    case 'spot':
      return [];
  }
}

function middleOf(zone: Zone | undefined): Position {
  const { x, y, width, height } = zone ?? { x: 0, y: 0, width: 1, height: 1 };
  return [Math.round((x + width / 2) * STEPS), Math.round((y + height / 2) * STEPS)];
}
