import { zonesFor } from '../../game/zones.js';
import { zoneColours } from './palette.js';

export interface FloorLook {
  /** 0 in the lobby and while the choices are hidden. */
  choices: number;
  /** `order` of the right choices during the reveal. */
  rights: readonly number[] | undefined;
}

const EARTH = '#ead9b5';
const CHALK = '#fff8e8';

/** Paints the ground of the arena; `width` and `height` in CSS pixels. */
export function paintFloor(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  look: FloorLook,
): void {
  context.fillStyle = EARTH;
  context.fillRect(0, 0, width, height);
  if (look.choices === 0) paintYard(context, width, height);
  else paintZones(context, width, height, look);
}

/** Swept earth with the chalk circle of a circle dance: the yard while nobody asks anything. */
function paintYard(context: CanvasRenderingContext2D, width: number, height: number): void {
  const radius = Math.min(width, height) / 2;
  context.save();
  context.translate(width / 2, height / 2);
  context.strokeStyle = '#f6ead0';
  context.lineWidth = 2;
  for (let ring = radius * 0.24; ring < Math.hypot(width, height) / 2; ring += radius * 0.19) {
    context.beginPath();
    context.arc(0, 0, ring, 0, Math.PI * 2);
    context.stroke();
  }
  context.strokeStyle = CHALK;
  context.lineWidth = Math.max(4, radius * 0.03);
  context.setLineDash([radius * 0.11, radius * 0.07]);
  context.lineCap = 'round';
  context.beginPath();
  context.arc(0, 0, radius * 0.72, 0, Math.PI * 2);
  context.stroke();
  context.restore();
}

function paintZones(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  { choices, rights }: FloorLook,
): void {
  const gap = 2;
  for (const zone of zonesFor(choices)) {
    const left = Math.round(zone.x * width);
    const top = Math.round(zone.y * height);
    const right = Math.round((zone.x + zone.width) * width);
    const bottom = Math.round((zone.y + zone.height) * height);
    const dimmed = rights !== undefined && !rights.includes(zone.number);
    context.fillStyle = dimmed ? '#d8cbb4' : zoneColours(zone.number).floor;
    context.fillRect(left + gap, top + gap, right - left - gap * 2, bottom - top - gap * 2);
    if (rights?.includes(zone.number)) {
      context.fillStyle = '#c9efc9';
      context.fillRect(left + gap, top + gap, right - left - gap * 2, bottom - top - gap * 2);
      context.strokeStyle = '#17653f';
      context.lineWidth = 6;
      context.strokeRect(left + 5, top + 5, right - left - 10, bottom - top - 10);
    }
  }
}
