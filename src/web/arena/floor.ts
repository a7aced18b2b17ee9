import type { Rect } from './field.js';
import { zonesFor, type Zone } from '../../game/shared/zones.js';
import { paint, zonePaint } from '../ui/palette.js';

/** Paints on the ground; `width` and `height` of the arena in CSS pixels. */
export type PaintFloor = (context: CanvasRenderingContext2D, width: number, height: number) => void;

export interface FloorLook {
  /** Differs where the floor looks different. */
  key: string;
  paint: PaintFloor;
  /** What people walk on; all of the arena unless this tells otherwise. */
  field?: (width: number, height: number) => Rect;
  /** People stand on a picture, half as large, and their feet are where they are. */
  isPicture?: boolean;
}

/** While nobody asks anything. */
export const YARD: FloorLook = { key: '', paint: paintYard };

export function zonesLook(choices: number, rights: readonly number[] | undefined): FloorLook {
  return {
    key: `${choices}:${rights?.join() ?? ''}`,
    paint: (context, width, height) => {
      paintZones(context, width, height, { zones: zonesFor(choices), rights });
    },
  };
}

export function paintEarth(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.fillStyle = paint('earth');
  context.fillRect(0, 0, width, height);
}

/** Swept earth with the chalk circle of a circle dance. */
function paintYard(context: CanvasRenderingContext2D, width: number, height: number): void {
  const radius = Math.min(width, height) / 2;
  paintEarth(context, width, height);
  context.save();
  context.translate(width / 2, height / 2);
  context.strokeStyle = paint('ring');
  context.lineWidth = 2;
  for (let ring = radius * 0.24; ring < Math.hypot(width, height) / 2; ring += radius * 0.19) {
    context.beginPath();
    context.arc(0, 0, ring, 0, Math.PI * 2);
    context.stroke();
  }
  context.strokeStyle = paint('chalk');
  context.lineWidth = Math.max(4, radius * 0.03);
  context.setLineDash([radius * 0.11, radius * 0.07]);
  context.lineCap = 'round';
  context.beginPath();
  context.arc(0, 0, radius * 0.72, 0, Math.PI * 2);
  context.stroke();
  context.restore();
}

interface ZonesPaint {
  zones: readonly Zone[];
  /** Of the right choices, during a reveal that has any. */
  rights: readonly number[] | undefined;
  colourOf?: (zone: Zone) => string;
}

export function paintZones(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  { zones, rights, colourOf = ({ number }) => zonePaint(number).floor }: ZonesPaint,
): void {
  const gap = 2;
  paintEarth(context, width, height);
  for (const zone of zones) {
    const left = Math.round(zone.x * width);
    const top = Math.round(zone.y * height);
    const right = Math.round((zone.x + zone.width) * width);
    const bottom = Math.round((zone.y + zone.height) * height);
    const dimmed = rights !== undefined && !rights.includes(zone.number);
    context.fillStyle = dimmed ? paint('dim') : colourOf(zone);
    context.fillRect(left + gap, top + gap, right - left - gap * 2, bottom - top - gap * 2);
    if (rights?.includes(zone.number)) {
      context.fillStyle = paint('right');
      context.fillRect(left + gap, top + gap, right - left - gap * 2, bottom - top - gap * 2);
      context.strokeStyle = paint('pine');
      context.lineWidth = 6;
      context.strokeRect(left + 5, top + 5, right - left - 10, bottom - top - 10);
    }
  }
}
