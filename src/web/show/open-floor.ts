/** A floor without zones in the light of the show: a ruler or a picture (R19.2). */
import { floorOf, positionFor, type Floor } from '../../game/kinds/floor.js';
import { placeOf, stepsOf } from '../../game/kinds/ruler.js';
import { STEPS } from '../../protocol/position.js';
import {
  hasValues,
  type Ellipse,
  type ShownQuestion,
  type PartSolution,
  type Summary,
} from '../../protocol/question.js';
import type { ShowStage, Standing } from '../arena/scene.js';
import { paint } from '../ui/palette.js';
import type { Rect } from '../arena/field.js';
import { ellipsesOf } from '../kinds/hits.js';
import { pictureAt } from '../kinds/picture.svelte.js';
import { rightSpan, type Span } from '../kinds/ruler-marks.js';
import type { RoomState } from '../room/room-state.svelte.js';
import { GREYED, hopAt, NIGHT, paintLone, RIGHT, RIGHT_EDGE, type Cast } from './floor-paint.js';
import type { FloorView } from './floor-view.js';
import { mix } from './light.js';

export type OpenFloor =
  | {
      kind: 'ruler';
      /** Every other lane, in parts of the floor's width. */
      lanes: readonly { x: number; width: number }[];
      right: Span | null;
      /** By day. */
      earth: string;
      lane: string;
    }
  | { kind: 'picture'; url: string; targets: readonly Ellipse[] };

/** A lane is at least so wide a part of the floor. */
const LANE = 0.008;
/** How much of a picture the dark of the hall covers. */
const PICTURE_DARK = 0.72;

/** Undefined where the floor has zones. */
export function openFloor(
  question: ShownQuestion,
  solution: PartSolution | undefined,
  { pictureUrl }: Pick<RoomState, 'pictureUrl'>,
): OpenFloor | undefined {
  if ('places' in question) {
    const url = pictureUrl(question.image.id, 'large');
    return { kind: 'picture', url, targets: ellipsesOf(solution) };
  }
  if (!('ruler' in question)) return undefined;
  const [earth, lane] = [paint('earth').trim(), paint('lane').trim()];
  const right = rightSpan(question.ruler, solution);
  return { kind: 'ruler', lanes: lanesOf(floorOf(question)), right, earth, lane };
}

function lanesOf(floor: Floor): { x: number; width: number }[] {
  if (!('ruler' in floor)) return [];
  const xOf = (step: number): number => positionFor(step, floor)[0] / STEPS;
  const width = xOf(1) - xOf(0);
  const each = Math.max(1, Math.ceil(LANE / width));
  const steps = stepsOf(floor.ruler);
  return Array.from({ length: Math.floor(steps / (2 * each)) + 1 }, (_, n) => {
    return { x: xOf(n * 2 * each) - (width * each) / 2, width: width * each };
  });
}

/** How many stand on each place of a floor without zones. */
export function placeCounts(question: ShownQuestion, summary: Summary): number[] {
  if (!hasValues(summary)) return summary.counts;
  if (!('ruler' in question)) return [];
  const { ruler } = question;
  const counts = Array.from({ length: stepsOf(ruler) + 1 }, () => 0);
  for (const [value, count] of summary.counts) counts[placeOf(value, ruler)] = count;
  return counts;
}

/** Floor and crowd of one frame; what is right is lit, and so is who stands there. */
export function paintOpenFloor(
  stage: ShowStage,
  view: FloorView,
  cast: Cast,
  floor: OpenFloor,
): void {
  const { context, width, height, crowd } = stage;
  context.fillStyle = NIGHT;
  context.fillRect(0, 0, width, height);
  const lone = crowd.find(({ member }) => member.slot === cast.loneSlot);
  if (lone !== undefined && view.near !== undefined) {
    paintLone(stage, lone, view.near, cast);
    return;
  }
  if (floor.kind === 'ruler') paintLanes(stage, view, floor);
  else paintPicture(stage, view, floor);
  paintPeople(stage, view, cast);
}

function paintLanes(
  { context, field, width }: ShowStage,
  { light, isTold }: FloorView,
  { lanes, right, earth, lane }: Extract<OpenFloor, { kind: 'ruler' }>,
): void {
  context.fillStyle = mix(NIGHT, earth, light);
  context.fillRect(0, 0, width, field.height);
  context.fillStyle = mix(NIGHT, lane, light);
  for (const one of lanes)
    context.fillRect(Math.round(one.x * width), 0, Math.ceil(one.width * width), field.height);
  if (right === null || !isTold) return;
  const from = Math.round(right.from * width);
  const across = Math.max(6, Math.round(right.width * width));
  context.fillStyle = RIGHT;
  context.fillRect(from, 0, across, field.height);
  context.fillStyle = RIGHT_EDGE;
  context.fillRect(from, 0, 6, field.height);
  context.fillRect(from + across - 6, 0, 6, field.height);
}

function paintPicture(
  { context, field }: ShowStage,
  { light, isTold }: FloorView,
  { url, targets }: Extract<OpenFloor, { kind: 'picture' }>,
): void {
  const { image } = pictureAt(url);
  if (image === null) return;
  const lit = isTold ? targets : [];
  const picture = light > 0.5 ? darkPicture(image, field, lit, 0) : darkPicture(image, field, lit);
  context.drawImage(picture, field.left, field.top);
}

let kept: { key: string; picture: HTMLCanvasElement } | undefined;

/** The picture as it is seen in the dark, but for what is lit; painted once. */
function darkPicture(
  image: HTMLImageElement,
  { width }: Rect,
  lit: readonly Ellipse[],
  dark = PICTURE_DARK,
): HTMLCanvasElement {
  const side = Math.round(width);
  const key = `${image.src} ${side} ${lit.length} ${dark}`;
  if (kept?.key === key) return kept.picture;
  const picture = document.createElement('canvas');
  picture.width = picture.height = side;
  const context = picture.getContext('2d', { alpha: false });
  if (context) {
    const cut = Math.min(image.naturalWidth, image.naturalHeight);
    const [left, top] = [(image.naturalWidth - cut) / 2, (image.naturalHeight - cut) / 2];
    const draw = () => context.drawImage(image, left, top, cut, cut, 0, 0, side, side);
    draw();
    context.globalAlpha = dark;
    context.fillStyle = NIGHT;
    context.fillRect(0, 0, side, side);
    context.globalAlpha = 1;
    for (const { x, y, rx, ry } of lit) {
      const of = (steps: number): number => (steps / STEPS) * side;
      const path = new Path2D();
      path.ellipse(of(x), of(y), of(rx), of(ry), 0, 0, 2 * Math.PI);
      context.save();
      context.clip(path);
      draw();
      context.restore();
      for (const [thick, colour] of [
        [14, RIGHT_EDGE],
        [7, RIGHT],
      ] as const) {
        context.lineWidth = thick;
        context.strokeStyle = colour;
        context.stroke(path);
      }
    }
  }
  kept = { key, picture };
  return picture;
}

function paintPeople(stage: ShowStage, view: FloorView, cast: Cast): void {
  const { context, field, disc } = stage;
  const isOver = view.isTold && view.again === undefined && view.light < 0.5;
  const isLit = ({ member }: Standing): boolean => !isOver || cast.isRight(member);
  stage.drawDots(() => 1);
  stage.crowd.forEach((standing, index) => {
    const { x, y } = standing;
    const lit = isLit(standing);
    const hops = isOver && lit && view.hopMs !== undefined;
    const lift = hops ? hopAt(view.hopMs ?? 0, x / field.width) * disc : 0;
    if (!lit) context.globalAlpha = GREYED;
    stage.drawAvatar(index, x, y - lift, 1);
    context.globalAlpha = 1;
  });
}
