import type { Point } from '../../room/zones.js';

/** Tiles of the floor on each axis. */
export const TILES = 32;

/** How many people stand on each of `TILES` × `TILES` tiles, row by row. */
export type Density = Uint16Array;

const tileOn = (part: number): number => Math.min(TILES - 1, Math.max(0, Math.floor(part * TILES)));

export const tileAt = ({ x, y }: Point): number => tileOn(y) * TILES + tileOn(x);

/**
 * Calls `visit` with tiles around `tile`, the nearest first, until it answers true or `reach` tiles away
 * are done; answers whether it did.
 */
export function findAround(tile: number, reach: number, visit: (tile: number) => boolean): boolean {
  const [column, row] = [tile % TILES, Math.floor(tile / TILES)];
  for (let ring = 0; ring <= reach; ring++)
    for (let y = Math.max(0, row - ring); y <= Math.min(TILES - 1, row + ring); y++) {
      // Between its first and last row a ring has two tiles only.
      const step = ring === 0 || Math.abs(y - row) === ring ? 1 : 2 * ring;
      for (let x = column - ring; x <= column + ring; x += step)
        if (x >= 0 && x < TILES && visit(y * TILES + x)) return true;
    }
  return false;
}

/**
 * Without those who are drawn as avatars. They may have walked on since the density was counted: who is no
 * longer on an own tile is taken from the nearest one, so that nobody is there twice and the sum is right.
 */
export function withoutNear(density: Density, near: Iterable<Point>): Density {
  const rest = density.slice();
  for (const at of near)
    findAround(tileAt(at), TILES, (tile) => {
      const people = rest[tile] ?? 0;
      if (people > 0) rest[tile] = people - 1;
      return people > 0;
    });
  return rest;
}
