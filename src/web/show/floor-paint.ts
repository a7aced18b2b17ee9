import type { Zone } from '../../game/shared/zones.js';
import type { ShowStage, Standing } from '../arena/scene.js';
import { squareIn, type Rect } from '../arena/field.js';
import { FONT, paintAvatar, SPRITE_SIZES } from '../arena/sprites.js';
import { pictureIn } from '../kinds/floors.js';
import type { Point } from '../room/zones.js';
import type { Member } from '../room/roster.svelte.js';
import { LABEL, placeForNumber } from './free-space.js';
import { mix } from './light.js';
import type { FloorView, ZoneView } from './floor-view.js';

/** Who is who among those who stand there. */
export interface Cast {
  /** Whether somebody comes up again as a ghost. */
  rises: (member: Member) => boolean;
  isRight: (member: Member) => boolean;
  /** Whom the camera goes to. */
  loneSlot: number | undefined;
  isReduced: boolean;
}

export interface FloorPeople extends Cast {
  zones: readonly Zone[];
  /** Of each zone by day, as `#rrggbb`. */
  days: readonly string[];
  /** Those of the choices, by zone; none where choices are texts. */
  images: readonly (HTMLImageElement | null)[];
  /** The zone that somebody stands in. */
  zoneOf: (at: Point) => number;
}

export const NIGHT = '#17110c';
const PIT = '#070504';
const EDGE = '#3a2a1c';
export const RIGHT = '#c9efc9';
export const RIGHT_EDGE = '#17653f';
const GAP = 2;
const NUMBER_PX = 120;
/** Greys who has fallen where nothing travels. */
export const GREYED = 0.3;
const HOP_GAP_MS = 450;
const HOP_MS = 420;
/** Diameter of the face that the camera goes to, and of its light, as parts of the floor's height. */
const LONE_DISC = 0.24;
const SPOT = 0.36;
/** Where on the floor the camera puts it. */
const LONE_AT = { x: 0.5, y: 0.3 };
const ZOOM = 1.95;

/** Floor, crowd and numbers of one frame: light is a matter of colours, and nothing translucent covers the floor. */
export function paintFloor(stage: ShowStage, view: FloorView, people: FloorPeople): void {
  const { context, field } = stage;
  context.fillStyle = NIGHT;
  context.fillRect(field.left, field.top, field.width, field.height);
  const lone = stage.crowd.find(({ member }) => member.slot === people.loneSlot);
  const near = lone === undefined ? 0 : (view.near ?? 0);
  const camera = cameraAt(field, lone, near);
  for (const zone of view.zones) {
    const place = people.zones[zone.number - 1];
    const day = zone.isRight ? RIGHT : (people.days[zone.number - 1] ?? NIGHT);
    if (!place) continue;
    paintZone(context, camera(rectOf(field, place)), zone, { day, near });
    const image = people.images[zone.number - 1];
    if (image && near === 0) paintPicture(context, field, place, zone, image);
  }
  if (lone !== undefined && view.near !== undefined) {
    paintLone(stage, lone, near, people);
    return;
  }
  paintCrowd(stage, view, people);
  paintNumbers(stage, view, people.zones);
}

function rectOf(field: Rect, zone: Zone): Rect {
  const left = Math.round(field.left + zone.x * field.width);
  const top = Math.round(field.top + zone.y * field.height);
  const right = Math.round(field.left + (zone.x + zone.width) * field.width);
  const bottom = Math.round(field.top + (zone.y + zone.height) * field.height);
  return {
    left: left + GAP,
    top: top + GAP,
    width: right - left - GAP * 2,
    height: bottom - top - GAP * 2,
  };
}

/** The picture of a choice goes down with its zone, and stands in the dark as the zone does. */
function paintPicture(
  context: CanvasRenderingContext2D,
  field: Rect,
  place: Zone,
  { light, open }: ZoneView,
  image: HTMLImageElement,
): void {
  const { left, top, side } = pictureIn(place, field.width, field.height);
  const cut = squareIn(image.naturalWidth, image.naturalHeight);
  const shown = Math.cos((open * Math.PI) / 2);
  context.globalAlpha = Math.min(1, light);
  const [x, y] = [field.left + left, field.top + top];
  context.drawImage(image, cut.left, cut.top, cut.width, cut.height, x, y, side, side * shown);
  context.globalAlpha = 1;
}

/** Where on the screen a part of the floor is. */
function cameraAt(field: Rect, lone: Standing | undefined, near: number): (rect: Rect) => Rect {
  if (lone === undefined || near === 0) return (rect) => rect;
  const zoom = 1 + (ZOOM - 1) * near;
  const to = lonePlace(field, lone, near);
  return ({ left, top, width, height }) => ({
    left: Math.round(to.x + (left - lone.x) * zoom),
    top: Math.round(to.y + (top - lone.y) * zoom),
    width: Math.round(width * zoom),
    height: Math.round(height * zoom),
  });
}

function lonePlace({ left, top, width, height }: Rect, { x, y }: Point, near: number): Point {
  return {
    x: x + (left + width * LONE_AT.x - x) * near,
    y: y + (top + height * LONE_AT.y - y) * near,
  };
}

function paintZone(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: Rect,
  { light, isRight, open }: ZoneView,
  { day, near }: { day: string; near: number },
): void {
  context.fillStyle = open > 0 ? PIT : mix(NIGHT, day, light);
  context.fillRect(left, top, width, height);
  if (open > 0) {
    // Its hinge is at the top; the more it hangs down, the less of it is seen.
    const flap = Math.round(height * Math.cos((open * Math.PI) / 2));
    context.fillStyle = mix(NIGHT, day, light * (1 - open * 0.5));
    context.fillRect(left, top, width, flap);
    context.fillStyle = EDGE;
    context.fillRect(left, top + Math.max(0, flap - 3), width, 4);
  }
  if (!isRight) return;
  context.lineWidth = 12;
  context.strokeStyle = mix(RIGHT_EDGE, NIGHT, near * 0.3);
  context.strokeRect(left + 6, top + 6, width - 12, height - 12);
}

function paintCrowd(stage: ShowStage, view: FloorView, people: FloorPeople): void {
  const { context, field, crowd, disc } = stage;
  stage.drawDots((at) => {
    const fallen = view.zones[people.zoneOf(at) - 1]?.fallen ?? 0;
    return people.isReduced ? 1 : 1 - fallen * fallen;
  });
  crowd.forEach(({ member, at, x, y, look }, index) => {
    const zone = view.zones[people.zoneOf(at) - 1];
    if (zone === undefined) return;
    const { fallen, isRight } = zone;
    const isRising = fallen > 0 && view.risen > 0 && people.rises(member);
    if (isRising) {
      const up = view.risen;
      stage.drawAvatar(index, x, y + disc * 0.6 * (1 - up), 0.4 + 0.6 * up);
      return;
    }
    if (people.isReduced) {
      context.globalAlpha = fallen > 0 ? GREYED : 1;
      stage.drawAvatar(index, x, y, 1);
      context.globalAlpha = 1;
      return;
    }
    // A stone lies beside its trapdoor no longer.
    if (look === 'fallen' && fallen > 0) return;
    const part = 1 - fallen * fallen;
    if (part < 0.06) return;
    const drop = fallen * fallen * disc * 0.8;
    const lift =
      isRight && view.hopMs !== undefined ? hopAt(view.hopMs, x / field.width) * disc : 0;
    stage.drawAvatar(index, x, y + drop - lift, part);
  });
}

/** A wave from the left to the right, twice. */
export function hopAt(ms: number, x: number): number {
  const own = ms - x * HOP_GAP_MS;
  if (own < 0 || own > HOP_MS * 2) return 0;
  return Math.abs(Math.sin((own / HOP_MS) * Math.PI)) * 0.5;
}

function paintNumbers(stage: ShowStage, view: FloorView, zones: readonly Zone[]): void {
  const { context, field, crowd } = stage;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { number, count, fallen, isRight } of view.zones) {
    const zone = zones[number - 1];
    if (zone === undefined || count === undefined) continue;
    const rect = rectOf(field, zone);
    const px = Math.round(Math.min((NUMBER_PX * field.height) / 810, rect.height * 0.42));
    const place = placeForNumber(rect, px * 2, px, crowd, LABEL * field.height);
    const isGone = fallen >= 1;
    context.font = `900 ${px}px ${FONT}`;
    context.lineWidth = px / 9;
    context.strokeStyle = isRight ? RIGHT_EDGE : NIGHT;
    context.fillStyle = isGone ? '#8b7b68' : '#fffaf1';
    context.strokeText(String(count), place.x, place.y);
    context.fillText(String(count), place.x, place.y);
  }
}

let spot: { key: string; picture: HTMLCanvasElement } | undefined;
let face: { key: string; picture: HTMLCanvasElement } | undefined;

/** The only one who was right, in a light of their own. */
export function paintLone(
  { context, field, disc }: ShowStage,
  { member, ...at }: Standing,
  near: number,
  { isReduced }: Cast,
): void {
  const { x, y } = lonePlace(field, at, near);
  const radius = Math.round(field.height * SPOT * (isReduced ? 1 : 0.5 + near / 2));
  const light = spotOf(Math.round(field.height * SPOT));
  context.drawImage(light, x - radius, y - radius, radius * 2, radius * 2);
  const large = Math.round(field.height * LONE_DISC);
  const side = (disc + (large - disc) * near) * 1.3;
  context.drawImage(faceOf(member, large), x - side / 2, y - side / 2, side, side);
}

function spotOf(radius: number): HTMLCanvasElement {
  const key = String(radius);
  if (spot?.key === key) return spot.picture;
  const picture = document.createElement('canvas');
  picture.width = picture.height = radius * 2;
  const context = picture.getContext('2d');
  if (context) {
    const light = context.createRadialGradient(radius, radius, 0, radius, radius, radius);
    light.addColorStop(0, '#fff2b8f2');
    light.addColorStop(0.35, '#fff2b899');
    light.addColorStop(1, '#fff2b800');
    context.fillStyle = light;
    context.fillRect(0, 0, radius * 2, radius * 2);
  }
  spot = { key, picture };
  return picture;
}

function faceOf(member: Member, disc: number): HTMLCanvasElement {
  const key = `${member.slot}:${disc}`;
  if (face?.key === key) return face.picture;
  const picture = document.createElement('canvas');
  picture.width = picture.height = Math.ceil(disc * 1.3);
  const context = picture.getContext('2d');
  const size = { ...SPRITE_SIZES.huge, disc };
  if (context) paintAvatar(context, member, { size, look: 'living', own: false });
  face = { key, picture };
  return picture;
}
