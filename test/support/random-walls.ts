/** Maps of single tiles, bars or blocks, with corners, lanes and dead ends. */
import { indexOf, TILES, Walls } from '../../src/game/map/walls.js';

/** Up to two thirds of it are wall, and there may be no way from one tile to another. */
export function randomWalls(random: () => number): Walls {
  const isWall = new Uint8Array(TILES * TILES);
  const [width, height] = [1 + Math.floor(random() * 6), 1 + Math.floor(random() * 6)];
  const pieces = Math.floor((random() * TILES * TILES) / (width * height));
  for (let n = 0; n < pieces; n++) {
    const [left, top] = [Math.floor(random() * TILES), Math.floor(random() * TILES)];
    for (let y = top; y < Math.min(TILES, top + height); y++)
      isWall.fill(1, y * TILES + left, y * TILES + Math.min(TILES, left + width));
  }
  return Walls.from((x, y) => isWall[y * TILES + x] === 1);
}

/** By `indexOf`, of a map that has one. */
export function freeTile(walls: Walls, random: () => number): number {
  for (;;) {
    const [x, y] = [Math.floor(random() * TILES), Math.floor(random() * TILES)];
    if (!walls.isWall(x, y)) return indexOf(x, y);
  }
}
