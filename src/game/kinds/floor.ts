/**
 * Floors (R16.1): the floor of a question turns positions into values, and back for those
 * who answer without walking. Server and page use the same.
 */
import { STEPS, toSteps } from '../../protocol/position.js';
import {
  KINDS,
  isMap,
  type NamedPlace,
  type NumberSummary,
  type Ruler,
  type ScaleSummary,
  type ShownQuestion,
  writingOf,
  type ZoneSummary,
} from '../../protocol/question.js';
import { drawInt } from '../shared/random.js';
import { zoneOf, zonesFor, type Position, type Zone } from '../shared/zones.js';
import { cloudZoneOf, cloudZonesFor } from './cloud-zones.js';
import { pollZoneOf, pollZonesFor } from './poll-zones.js';
import { placeAt, stepsOf, xOf } from './ruler.js';
import { nearestPlace } from './spot.js';

export type Floor = ZoneFloor | RulerFloor | PictureFloor;

/** A floor of choices, without the strip of a poll. */
export interface ZoneFloor {
  kind: ZoneSummary['kind'];
  choices: number;
  /** There where zones are what people have written: what stands in each. */
  texts?: readonly string[];
  /** There where zones are as large as these say. */
  sizes?: readonly number[];
}

export interface RulerFloor {
  kind: (NumberSummary | ScaleSummary)['kind'];
  ruler: Ruler;
}

export interface PictureFloor {
  kind: ZoneSummary['kind'];
  places: readonly NamedPlace[];
}

/** The functions of one sort of floor. */
export interface FloorPart<F> {
  /** Whether nobody sees where the others walk unless the author wants it, as copying would be exact (R16.3). */
  isBlind: boolean;
  valueAt: (position: Position, floor: F) => number;
  positionFor: (value: number, floor: F) => Position;
  /** Anywhere that has the value; where bots go. */
  drawPosition: (value: number, floor: F, random: () => number) => Position;
  valuesOf: (floor: F) => number[];
  zonesOf: (floor: F) => Zone[];
}

function zoneFloor(
  zoneAt: (position: Position, floor: ZoneFloor) => number,
  zonesOf: (floor: ZoneFloor) => Zone[],
  isBlind: boolean,
): FloorPart<ZoneFloor> {
  return {
    isBlind,
    // While people write there are no zones.
    valueAt: (position, floor) => (floor.choices === 0 ? 0 : zoneAt(position, floor)),
    positionFor: (value, floor) => middleOf(zonesOf(floor)[value - 1]),
    drawPosition(value, floor, random) {
      const { x, y, width, height } = zonesOf(floor)[value - 1] ?? WHOLE;
      return [toSteps(x + random() * width), toSteps(y + random() * height)];
    },
    valuesOf: (floor) => zonesOf(floor).map(({ number }) => number),
    zonesOf,
  };
}

const ruler: FloorPart<RulerFloor> = {
  isBlind: true,
  valueAt: ([x], floor) => placeAt(x, floor.ruler),
  positionFor: (value, floor) => [xOf(value, floor.ruler), STEPS / 2],
  // Only x counts.
  drawPosition: (value, floor, random) => [xOf(value, floor.ruler), toSteps(random())],
  valuesOf: (floor) => Array.from({ length: stepsOf(floor.ruler) + 1 }, (_, place) => place),
  zonesOf: () => [],
};

/** The values of a picture on which no place has a name, row by row. */
const NINTHS = 9;
/** How far from a place of a map those may stand who mean it. */
const NEAR_PLACE = STEPS / 15;

const picture: FloorPart<PictureFloor> = {
  isBlind: true,
  valueAt: (position, { places }) =>
    places.length === 0 ? ninthAt(position) : nearestPlace(position, places),
  positionFor: placeOn,
  drawPosition(value, floor, random) {
    const at = placeOn(value, floor);
    if (!isMap(floor.kind)) return at;
    const reach = floor.places.length > 0 ? NEAR_PLACE : STEPS / 6;
    const drawn = at.map((along) => withinArena(along - reach + drawInt(random, 2 * reach)));
    const [x = 0, y = 0] = drawn;
    // Another place may be nearer.
    return picture.valueAt([x, y], floor) === value ? [x, y] : at;
  },
  valuesOf: ({ places }) => Array.from({ length: places.length || NINTHS }, (_, n) => n + 1),
  zonesOf: () => [],
};

function placeOn(value: number, { places }: PictureFloor): Position {
  const { x, y } = places[value - 1] ?? { x: STEPS / 2, y: STEPS / 2 };
  if (places.length > 0 || value < 1) return [x, y];
  const [row, column] = [Math.floor((value - 1) / 3), (value - 1) % 3];
  return [((2 * column + 1) * STEPS) / 6, ((2 * row + 1) * STEPS) / 6];
}

const withinArena = (along: number): number => Math.min(Math.max(along, 0), STEPS);

function ninthAt([x, y]: Position): number {
  const third = (at: number): number => Math.min(Math.floor((at * 3) / STEPS), 2);
  return 3 * third(y) + third(x) + 1;
}

/** Equally large zones, of which how many there are tells all. */
const evenFloor = (
  zoneAt: (position: Position, choices: number) => number,
  zonesOf: (choices: number) => Zone[],
  isBlind: boolean,
): FloorPart<ZoneFloor> =>
  zoneFloor(
    (position, { choices }) => zoneAt(position, choices),
    ({ choices }) => (choices === 0 ? [] : zonesOf(choices)),
    isBlind,
  );

export const FLOORS = {
  zones: evenFloor(zoneOf, zonesFor, false),
  strip: evenFloor(pollZoneOf, pollZonesFor, true),
  cloud: zoneFloor(
    (position, { sizes = [] }) => cloudZoneOf(position, sizes),
    ({ sizes = [] }) => cloudZonesFor(sizes),
    false,
  ),
  ruler,
  picture,
};

/** To be looked up once for many positions. */
export function floorPart({ kind }: Pick<Floor, 'kind'>): FloorPart<Floor> {
  // A kind has a floor of the shape that its part takes, as `floorOf` makes it.
  return FLOORS[KINDS[kind].floor] as FloorPart<Floor>;
}

export function floorOf(question: ShownQuestion): Floor {
  if ('ruler' in question) return { kind: question.kind, ruler: question.ruler };
  if ('places' in question) return { kind: question.kind, places: question.places };
  const { kind, choiceList } = question;
  const texts = writingOf(kind) && { texts: choiceList.map(({ content }) => content) };
  const sizes = 'sizes' in question && { sizes: question.sizes };
  return { kind, choices: choiceList.length, ...texts, ...sizes };
}

/**
 * The zone, from 1 (of a poll, the strip comes last); the place on the ruler, from 0 (`valueOf` tells the number); or
 * the number of the nearest place on the picture, from 1; where none has a name, the ninth of it, row by row.
 */
export function valueAt(position: Position, floor: Floor): number {
  return floorPart(floor).valueAt(position, floor);
}

/** Where to stand for a value; `valueAt` leads back. */
export function positionFor(value: number, floor: Floor): Position {
  return floorPart(floor).positionFor(value, floor);
}

/** All values that there are, in order. */
export function valuesOf(floor: Floor): number[] {
  return floorPart(floor).valuesOf(floor);
}

/** The zones to draw; none where the floor has no zones. */
export function zonesOf(floor: Floor): Zone[] {
  return floorPart(floor).zonesOf(floor);
}

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

function middleOf(zone: Omit<Zone, 'number'> = WHOLE): Position {
  const { x, y, width, height } = zone;
  return [Math.round((x + width / 2) * STEPS), Math.round((y + height / 2) * STEPS)];
}
