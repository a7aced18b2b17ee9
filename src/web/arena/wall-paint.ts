import { TILES, type Walls } from '../../game/map/walls.js';
import type { Rect } from './field.js';
import { paint } from '../ui/palette.js';

/** How much of a wall hides what is under it; on a picture that may be what is asked. */
const ON_PICTURE = 0.45;
/** Parts of a tile. */
const LEAF = 0.34;
const LEAF_LINE = 0.16;
/** How much of the line around a wall is seen between its stones. */
const MORTAR = 0.4;

interface Grid {
  xAt: (column: number) => number;
  yAt: (row: number) => number;
  /** Of a tile, in CSS pixels. */
  tile: number;
}

/** Paints walls on the ground, with a line around them that stands out from every floor: hedges, or stone. */
export function paintWalls(
  context: CanvasRenderingContext2D,
  field: Rect,
  walls: Walls,
  { isPicture, isHedge }: { isPicture: boolean; isHedge: boolean },
): void {
  const grid: Grid = {
    xAt: (column) => Math.round(field.left + (column * field.width) / TILES),
    yAt: (row) => Math.round(field.top + (row * field.height) / TILES),
    tile: Math.min(field.width, field.height) / TILES,
  };
  context.save();
  context.globalAlpha = isPicture ? ON_PICTURE : 1;
  if (isHedge) paintHedge(context, walls, grid);
  else paintStone(context, walls, grid);
  context.restore();
}

function eachTile(walls: Walls, tell: (x: number, y: number) => void): void {
  for (let y = 0; y < TILES; y++)
    for (let x = 0; x < TILES; x++) if (walls.isWall(x, y)) tell(x, y);
}

function fillTiles(context: CanvasRenderingContext2D, walls: Walls, { xAt, yAt }: Grid): void {
  eachTile(walls, (x, y) => {
    context.fillRect(xAt(x), yAt(y), xAt(x + 1) - xAt(x), yAt(y + 1) - yAt(y));
  });
}

/** Beds with leaves all around. */
function paintHedge(context: CanvasRenderingContext2D, walls: Walls, grid: Grid): void {
  const { xAt, yAt, tile } = grid;
  const leaves: [x: number, y: number][] = [];
  const along = (fromX: number, fromY: number, toX: number, toY: number): void => {
    for (const part of [0.25, 0.75])
      leaves.push([
        xAt(fromX) + (xAt(toX) - xAt(fromX)) * part,
        yAt(fromY) + (yAt(toY) - yAt(fromY)) * part,
      ]);
  };
  eachEdge(walls, along);
  const paintLeaves = (radius: number): void => {
    context.beginPath();
    for (const [x, y] of leaves) {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, Math.PI * 2);
    }
    context.fill();
  };
  context.fillStyle = paint('hedge-edge');
  paintLeaves(tile * LEAF + Math.max(1.5, tile * LEAF_LINE));
  context.fillStyle = paint('hedge');
  fillTiles(context, walls, grid);
  paintLeaves(tile * LEAF);
}

/** Courses of stone. */
function paintStone(context: CanvasRenderingContext2D, walls: Walls, grid: Grid): void {
  const { xAt, yAt, tile } = grid;
  context.fillStyle = paint('wall');
  fillTiles(context, walls, grid);
  context.strokeStyle = paint('wall-edge');
  context.lineCap = 'square';
  const mortar = new Path2D();
  eachTile(walls, (x, y) => {
    const middle = (yAt(y) + yAt(y + 1)) / 2;
    mortar.moveTo(xAt(x), middle);
    mortar.lineTo(xAt(x + 1), middle);
    mortar.moveTo(xAt(x), yAt(y));
    mortar.lineTo(xAt(x), middle);
  });
  const edges = new Path2D();
  eachEdge(walls, (fromX, fromY, toX, toY) => {
    edges.moveTo(xAt(fromX), yAt(fromY));
    edges.lineTo(xAt(toX), yAt(toY));
  });
  const { globalAlpha } = context;
  context.globalAlpha = globalAlpha * MORTAR;
  context.lineWidth = 1;
  context.stroke(mortar);
  context.globalAlpha = globalAlpha;
  context.lineWidth = Math.max(1.5, tile / 6);
  context.stroke(edges);
}

function eachEdge(
  walls: Walls,
  tell: (fromX: number, fromY: number, toX: number, toY: number) => void,
): void {
  eachTile(walls, (x, y) => {
    if (!walls.isWall(x, y - 1)) tell(x, y, x + 1, y);
    if (!walls.isWall(x, y + 1)) tell(x, y + 1, x + 1, y + 1);
    if (!walls.isWall(x - 1, y)) tell(x, y, x, y + 1);
    if (!walls.isWall(x + 1, y)) tell(x + 1, y, x + 1, y + 1);
  });
}
