import {
  floorOf,
  positionFor,
  valueAt,
  valuesOf,
  zonesOf,
  type Floor,
} from '../../game/kinds/floor.js';
import { stepsOf } from '../../game/kinds/ruler.js';
import { STEPS, toFraction, toSteps } from '../../protocol/position.js';
import {
  KINDS,
  writingOf,
  type NamedPlace,
  type QuestionKind,
  type Ruler,
  type ShownQuestion,
  type StoodSummary,
} from '../../protocol/question.js';
import { squareIn, type Rect } from '../arena/field.js';
import { paintEarth, paintZones, YARD, type FloorLook, type PaintFloor } from '../arena/floor.js';
import { digitOf } from '../arena/input.js';
import type { Gait, StageFloor } from '../arena/stage-floor.js';
import type { Zone } from '../../game/shared/zones.js';
import { spotInZone, type Point } from '../room/zones.js';
import { paint, zonePaint } from '../ui/palette.js';
import { paintHeat } from './heat.js';
import type { Span } from './ruler-marks.js';

/** What of a reveal, and of the picture of the question, is seen on its floor. */
interface Scenery {
  /** The right zones of an `ox` question or of `pictures`. */
  rights: readonly number[] | undefined;
  /** The pictures of choices, in order; null where one is not loaded. */
  choiceImages: readonly (HTMLImageElement | null)[];
  /** Of a `spot`, once it is loaded. */
  image: HTMLImageElement | null;
  /** Whether all of it is seen, and not only the square in its middle. */
  isWhole: boolean;
  /** Whether nobody stood in what was written, so that there is no floor. */
  isBare?: boolean;
  /** Where those stood who answered on a map, at its reveal. */
  stood?: StoodSummary | undefined;
  /** What of a ruler is right, and the middle of the answers. */
  right: Span | null;
  middle: Span | null;
  /** Whether bars stand over the ruler, with the people above them. */
  hasBars: boolean;
  /** Of the axis below a ruler, in parts of the arena's height. */
  axis: number;
}

/** How much of its zone the picture of a choice takes, as a part of both sides. */
const PICTURE_OF_ZONE = 0.94;
/** How much is seen of a picture that is not right, at the reveal. */
const PALE = 0.35;

const AXIS = 0.09;
/** Of a scale on a projector, whose ends the last row of a hall reads. */
const AXIS_OF_ENDS = 0.15;

/** How high the axis of a question's ruler is. */
export const axisOf = (question: ShownQuestion, large: boolean): number =>
  large && 'ruler' in question && question.ruler.labels ? AXIS_OF_ENDS : AXIS;

/** Where only values matter. */
export const NO_SCENERY: Scenery = {
  rights: undefined,
  choiceImages: [],
  image: null,
  isWhole: false,
  right: null,
  middle: null,
  hasBars: false,
  axis: AXIS,
};

/** How far one press of an arrow key goes on a picture, for who does not walk. */
const NUDGE = 0.02;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -NUDGE, y: 0 },
  ArrowRight: { x: NUDGE, y: 0 },
  ArrowUp: { x: 0, y: -NUDGE },
  ArrowDown: { x: 0, y: NUDGE },
};
/** Kinds whose zones are O and X. */
const OX_KINDS: readonly QuestionKind[] = ['ox', 'statements'];
export const isOx = (kind: QuestionKind): boolean => OX_KINDS.includes(kind);
const OX_KEYS: Readonly<Record<string, number>> = { KeyO: 1, KeyX: 2 };
const STEP_KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Minus: -1,
  NumpadSubtract: -1,
  Equal: 1,
  NumpadAdd: 1,
};

export function stageFloor(question: ShownQuestion, scenery: Scenery): StageFloor {
  const floor = floorOf(question);
  const valueAtPoint = ({ x, y }: Point) => valueAt([toSteps(x), toSteps(y)], floor);
  const values = valuesOf(floor);
  const placeFor = (value: number, from: Point) =>
    values.includes(value) ? placeOn(floor, value, from) : undefined;
  return {
    look: lookOf(floor, scenery),
    valueAt: valueAtPoint,
    placeFor,
    placeByKey: (event, gait) => {
      const by = stepBy(floor, event, gait);
      if (typeof by !== 'number') return by;
      // A key that is held waits until the step before has been walked.
      if (event.repeat && gait.isWalking) return gait.at;
      const value = by === 0 ? chosenBy(floor, event) : valueAtPoint(gait.at) + by;
      return placeFor(value, gait.at) ?? (by === 0 ? undefined : gait.at);
    },
    countHeads: (crowd) => {
      const counts = new Map(values.map((value) => [value, 0]));
      for (const point of crowd) {
        const value = valueAtPoint(point);
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return [...counts.values()];
    },
  };
}

/** By how many values a key goes on a ruler, 0 where it is no such key; on a picture, where it leads. */
function stepBy(floor: Floor, { code }: KeyboardEvent, { at, noWalk }: Gait): number | Point {
  const nudge = ARROWS[code];
  if ('places' in floor && noWalk && nudge) return { x: at.x + nudge.x, y: at.y + nudge.y };
  return 'ruler' in floor ? (STEP_KEYS[code] ?? 0) : 0;
}

/** The value that a key names. */
function chosenBy(floor: Floor, event: KeyboardEvent): number {
  // Digits are no way to say a number of several.
  if ('ruler' in floor) return -1;
  return (isOx(floor.kind) ? OX_KEYS[event.code] : undefined) ?? digitOf(event) ?? -1;
}

function placeOn(floor: Floor, value: number, from: Point): Point {
  const zone = zonesOf(floor)[value - 1];
  if (zone !== undefined) return spotInZone(zone, Math.random);
  const [x, y] = positionFor(value, floor);
  // Only x counts on a ruler, and people keep apart.
  return { x: toFraction(x), y: 'ruler' in floor ? from.y : toFraction(y) };
}

function lookOf(
  floor: Floor,
  { rights, choiceImages, image, isWhole, isBare, stood, ...over }: Scenery,
): FloorLook {
  if ('ruler' in floor)
    return {
      key: `ruler:${JSON.stringify([floor.ruler, over])}`,
      paint: rulerPaint(floor.ruler, over),
      field: aboveRuler(over),
    };
  if ('places' in floor)
    return {
      key: `spot:${image?.src ?? ''}${stood ? `:${JSON.stringify(stood.heat)}` : ''}`,
      paint: picturePaint(image, isWhole, stood),
      field: squareIn,
      isPicture: true,
    };
  if (writingOf(floor.kind)) return isBare ? YARD : textLook(floor, rights);
  if (KINDS[floor.kind].floor === 'strip')
    return { key: `poll:${floor.choices}`, paint: pollPaint(floor) };
  const lit = rights?.join() ?? '';
  if (choiceImages.length > 0) {
    const loaded = choiceImages.map((one) => one?.src ?? '').join();
    return { key: `pictures:${lit}:${loaded}`, paint: choicePaint(floor, rights, choiceImages) };
  }
  if (isOx(floor.kind)) return { key: `ox:${lit}`, paint: oxPaint(floor, rights) };
  const zones = zonesOf(floor);
  return {
    key: `zones:${zones.length}:${lit}`,
    paint: (context, width, height) => paintZones(context, width, height, { zones, rights }),
  };
}

/** While people write, it is the yard. */
function textLook(floor: Floor, rights: readonly number[] | undefined): FloorLook {
  const zones = zonesOf(floor);
  if (zones.length === 0) return YARD;
  return {
    key: `texts:${zones.map(({ x, y }) => `${x},${y}`).join(' ')}:${rights?.join() ?? ''}`,
    paint: (context, width, height) => paintZones(context, width, height, { zones, rights }),
  };
}

/** Axis and bars of a ruler lie below those who walk; `RulerOverlay` makes them as high. */
const aboveRuler =
  ({ hasBars, axis }: Pick<Scenery, 'hasBars' | 'axis'>) =>
  (width: number, height: number): Rect => {
    const below = Math.max(40, height * axis) + (hasBars ? height * 0.24 : 0);
    return { left: 0, top: 0, width, height: height - below };
  };

const oxPaint =
  (floor: Floor, rights: readonly number[] | undefined): PaintFloor =>
  (context, width, height) => {
    paintZones(context, width, height, { zones: zonesOf(floor), rights });
    const radius = Math.min(width * 0.17, height * 0.3);
    context.lineWidth = radius * 0.34;
    context.lineCap = 'round';
    for (const [number, x] of [
      [1, width / 4],
      [2, (width * 3) / 4],
    ] as const) {
      const isWrong = rights !== undefined && !rights.includes(number);
      const isRight = rights?.includes(number) === true;
      context.strokeStyle = isWrong
        ? paint('line-strong')
        : isRight
          ? paint('pine')
          : zonePaint(number).badge;
      context.beginPath();
      if (number === 1) context.arc(x, height / 2, radius, 0, Math.PI * 2);
      else
        for (const side of [-1, 1]) {
          const reach = radius * 0.85;
          context.moveTo(x - reach, height / 2 - side * reach);
          context.lineTo(x + reach, height / 2 + side * reach);
        }
      context.stroke();
    }
  };

/** Each picture is as large as its zone allows, and pale where it is wrong. */
const choicePaint =
  (
    floor: Floor,
    rights: readonly number[] | undefined,
    images: readonly (HTMLImageElement | null)[],
  ): PaintFloor =>
  (context, width, height) => {
    const zones = zonesOf(floor);
    paintZones(context, width, height, { zones, rights });
    context.imageSmoothingQuality = 'high';
    for (const [index, image] of images.entries()) {
      const zone = zones[index];
      if (image === null || zone === undefined) continue;
      const { left, top, side } = pictureIn(zone, width, height);
      const cut = squareIn(image.naturalWidth, image.naturalHeight);
      context.globalAlpha = rights?.includes(zone.number) === false ? PALE : 1;
      context.drawImage(image, cut.left, cut.top, cut.width, cut.height, left, top, side, side);
    }
    context.globalAlpha = 1;
  };

/** Where in its zone the picture of a choice lies, in CSS pixels of an arena. */
export function pictureIn(zone: Zone, width: number, height: number) {
  const [across, down] = [zone.width * width, zone.height * height];
  const side = Math.min(across, down) * PICTURE_OF_ZONE;
  const left = zone.x * width + (across - side) / 2;
  const top = zone.y * height + (down - side) / 2;
  return { left, top, side };
}

const pollPaint =
  (floor: Floor): PaintFloor =>
  (context, width, height) => {
    const zones = zonesOf(floor);
    const colourOf = ({ number }: { number: number }) =>
      number === zones.length ? paint('sunk') : zonePaint(number).floor;
    paintZones(context, width, height, { zones, rights: undefined, colourOf });
  };

/** Lanes, so that one sees where a step is. */
const rulerPaint =
  (ruler: Ruler, { right, middle }: Pick<Scenery, 'right' | 'middle'>): PaintFloor =>
  (context, width, height) => {
    paintEarth(context, width, height);
    const steps = stepsOf(ruler);
    const floor: Floor = { kind: 'number', ruler };
    const xOfStep = (step: number) => (positionFor(step, floor)[0] / STEPS) * width;
    const lane = xOfStep(1) - xOfStep(0);
    context.fillStyle = paint('lane');
    // Narrower lanes would be a grey.
    const each = lane >= 6 ? 1 : Math.ceil(6 / lane);
    for (let step = 0; step <= steps; step += 2 * each)
      context.fillRect(xOfStep(step) - (lane * each) / 2, 0, lane * each, height);
    const stripe = (colour: string, from: number, share: number): void => {
      context.fillStyle = colour;
      context.fillRect(from * width, 0, share * width, height);
    };
    const line = (colour: string, x: number, thick: number, dash: number[]): void => {
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(x * width, 0);
      context.lineTo(x * width, height);
      context.stroke();
      context.setLineDash([]);
    };
    if (right) {
      stripe(paint('target'), right.from, right.width);
      line(paint('pine'), right.from, 2, []);
      line(paint('pine'), right.from + right.width, 2, []);
      line(paint('pine'), right.middle, 4, []);
    }
    if (middle) {
      if (middle.width > 0) stripe(paint('spread'), middle.from, middle.width);
      line(paint('badge-5'), middle.middle, 3, [9, 6]);
    }
  };

const picturePaint =
  (image: HTMLImageElement | null, isWhole: boolean, stood: StoodSummary | undefined): PaintFloor =>
  (context, width, height) => {
    paintPicture(context, width, height, { image, isWhole });
    if (stood) paintHeat(context, squareIn(width, height), stood);
  };

function paintPicture(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  { image, isWhole }: Pick<Scenery, 'image' | 'isWhole'>,
): void {
  context.fillStyle = paint('dim');
  context.fillRect(0, 0, width, height);
  const { left, top, width: side } = squareIn(width, height);
  if (image === null) {
    context.fillStyle = paint('earth');
    context.fillRect(left, top, side, side);
    return;
  }
  const { naturalWidth, naturalHeight } = image;
  context.imageSmoothingQuality = 'high';
  if (isWhole) {
    const scale = side / Math.max(naturalWidth, naturalHeight);
    const [across, down] = [naturalWidth * scale, naturalHeight * scale];
    context.drawImage(image, left + (side - across) / 2, top + (side - down) / 2, across, down);
    return;
  }
  const cut = squareIn(naturalWidth, naturalHeight);
  context.drawImage(image, cut.left, cut.top, cut.width, cut.width, left, top, side, side);
}

/** As parts of the picture, 0..1. */
export function pointOf({ x, y }: Pick<NamedPlace, 'x' | 'y'>): Point {
  return { x: x / STEPS, y: y / STEPS };
}
