/** The heat of where people stood on a map, as it lies over its picture (R16.23). */
import { HEAT_CELLS } from '../../protocol/limits.js';
import type { StoodSummary } from '../../protocol/question.js';
import type { Rect } from '../arena/field.js';
import { paint } from '../ui/palette.js';

/** The side of what is drawn once and then scaled, in pixels, and the reach of a cell, in cells. */
const SIDE = 480;
const REACH = 2.2;
/** How dense the cell of a single person is, and that of most. */
const LEAST = 0.4;
const MOST = 0.85;

export function paintHeat(
  context: CanvasRenderingContext2D,
  { left, top, width }: Pick<Rect, 'left' | 'top' | 'width'>,
  { heat }: StoodSummary,
): void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const layer = canvas.getContext('2d');
  if (layer === null || heat.length === 0) return;
  const most = Math.max(...heat.map(([, count]) => count));
  const cell = SIDE / HEAT_CELLS;
  for (const [number, count] of heat) {
    const x = ((number % HEAT_CELLS) + 0.5) * cell;
    const y = (Math.floor(number / HEAT_CELLS) + 0.5) * cell;
    const density = LEAST + (MOST - LEAST) * Math.sqrt(count / most);
    const glow = layer.createRadialGradient(x, y, 0, x, y, REACH * cell);
    glow.addColorStop(0, `rgb(0 0 0 / ${density})`);
    glow.addColorStop(0.4, `rgb(0 0 0 / ${density * 0.6})`);
    glow.addColorStop(1, 'rgb(0 0 0 / 0)');
    layer.fillStyle = glow;
    layer.fillRect(x - REACH * cell, y - REACH * cell, 2 * REACH * cell, 2 * REACH * cell);
  }
  layer.globalCompositeOperation = 'source-in';
  layer.fillStyle = paint('clay');
  layer.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(canvas, left, top, width, width);
}
