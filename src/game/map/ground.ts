/** Where one may stand and go in a straight line, in tiles (R24.2). */
import { TILES, tileAt, type Spot, type Walls } from './walls.js';

/** So far from a wall everybody stays, in tiles, that no rounding on the wire puts them into it. */
const GAP = 1 / 64;

/** Whether a straight line meets no wall; one that touches the corner of a wall does. */
export function isClear(walls: Walls, from: Spot, to: Spot): boolean {
  let [x, y] = [tileAt(from.x), tileAt(from.y)];
  const [endX, endY] = [tileAt(to.x), tileAt(to.y)];
  if (walls.isWall(x, y)) return false;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [stepX, stepY] = [Math.sign(endX - x), Math.sign(endY - y)];
  // The parts of the line, 0..1, at which it comes into the next column and the next row.
  let nextX = stepX === 0 ? Infinity : ((stepX > 0 ? x + 1 : x) - from.x) / dx;
  let nextY = stepY === 0 ? Infinity : ((stepY > 0 ? y + 1 : y) - from.y) / dy;
  while (x !== endX || y !== endY) {
    if (nextX === nextY && (walls.isWall(x + stepX, y) || walls.isWall(x, y + stepY))) return false;
    const [goesAcross, goesDown] = [nextX <= nextY, nextY <= nextX];
    if (goesAcross) {
      x += stepX;
      nextX = x === endX ? Infinity : nextX + Math.abs(1 / dx);
    }
    if (goesDown) {
      y += stepY;
      nextY = y === endY ? Infinity : nextY + Math.abs(1 / dy);
    }
    if (walls.isWall(x, y)) return false;
  }
  return true;
}

/** The nearest place outside of walls that `suits`; the same place where it is one, or where there is none. */
export function nearestFree(
  walls: Walls,
  spot: Spot,
  suits: (spot: Spot) => boolean = () => true,
): Spot {
  if (walls.isFree(spot) && suits(spot)) return spot;
  const [column, row] = [tileAt(spot.x), tileAt(spot.y)];
  let nearest = spot;
  let least = Infinity;
  // A tile of the ring after this one is `ring` tiles away at least.
  for (let ring = 0; ring < TILES && least > ring - 1; ring++)
    for (const [x, y] of ringAround(column, row, ring)) {
      if (walls.isWall(x, y)) continue;
      const inside = { x: within(spot.x, x), y: within(spot.y, y) };
      const distance = Math.hypot(inside.x - spot.x, inside.y - spot.y);
      if (distance >= least || !suits(inside)) continue;
      [nearest, least] = [inside, distance];
    }
  return nearest;
}

/** Tiles of the arena that are so many tiles from one, on the axis on which they are further. */
function* ringAround(column: number, row: number, ring: number): Iterable<[x: number, y: number]> {
  const isInside = (x: number, y: number): boolean => x >= 0 && x < TILES && y >= 0 && y < TILES;
  for (let x = column - ring; x <= column + ring; x++) {
    const isEdge = Math.abs(x - column) === ring;
    for (let y = row - ring; y <= row + ring; y += isEdge || ring === 0 ? 1 : 2 * ring)
      if (isInside(x, y)) yield [x, y];
  }
}

/** The nearest coordinate well inside of a tile. */
function within(coordinate: number, tile: number): number {
  return Math.min(tile + 1 - GAP, Math.max(tile + GAP, coordinate));
}

/** Where somebody comes who steers from a free place towards another one: along the wall that is in the way. */
export function slide(walls: Walls, from: Spot, to: Spot): Spot {
  if (isClear(walls, from, to)) return to;
  const row = tileAt(from.y);
  const x = reach(from.x, to.x, (column) => walls.isWall(column, row));
  const column = tileAt(x);
  return { x, y: reach(from.y, to.y, (tile) => walls.isWall(column, tile)) };
}

/** How far one comes on an axis before the first wall. */
function reach(from: number, to: number, isWall: (tile: number) => boolean): number {
  const step = Math.sign(to - from);
  for (let tile = tileAt(from); tile !== tileAt(to); tile += step) {
    if (!isWall(tile + step)) continue;
    const edge = step > 0 ? tile + 1 - GAP : tile + GAP;
    return step > 0 ? Math.max(from, edge) : Math.min(from, edge);
  }
  return to;
}
