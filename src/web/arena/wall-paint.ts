import { TILES, type Walls } from '../../game/map/walls.js';
import type { Rect } from './field.js';
import { paint } from './palette.js';

/** How much of a wall hides what is under it; on a picture that may be what is asked. */
const ON_PICTURE = 0.45;

/** Paints walls on the ground, with a line around them that stands out from every floor. */
export function paintWalls(
  context: CanvasRenderingContext2D,
  field: Rect,
  walls: Walls,
  isPicture: boolean,
): void {
  const xAt = (column: number): number => Math.round(field.left + (column * field.width) / TILES);
  const yAt = (row: number): number => Math.round(field.top + (row * field.height) / TILES);
  const edges = new Path2D();
  const line = (fromX: number, fromY: number, toX: number, toY: number): void => {
    edges.moveTo(xAt(fromX), yAt(fromY));
    edges.lineTo(xAt(toX), yAt(toY));
  };
  context.save();
  context.globalAlpha = isPicture ? ON_PICTURE : 1;
  context.fillStyle = paint('line-strong');
  for (let y = 0; y < TILES; y++)
    for (let x = 0; x < TILES; x++) {
      if (!walls.isWall(x, y)) continue;
      context.fillRect(xAt(x), yAt(y), xAt(x + 1) - xAt(x), yAt(y + 1) - yAt(y));
      if (!walls.isWall(x, y - 1)) line(x, y, x + 1, y);
      if (!walls.isWall(x, y + 1)) line(x, y + 1, x + 1, y + 1);
      if (!walls.isWall(x - 1, y)) line(x, y, x, y + 1);
      if (!walls.isWall(x + 1, y)) line(x + 1, y, x + 1, y + 1);
    }
  context.strokeStyle = paint('ink');
  context.lineWidth = Math.max(1.5, field.width / TILES / 6);
  context.lineCap = 'square';
  context.stroke(edges);
  context.restore();
}
