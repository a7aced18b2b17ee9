/** Plain A* over the tiles of a map in eight directions, past no corner: what jump point search is held against. */
import { TileHeap } from '../../src/game/map/tile-heap.js';
import { SIDE, type Walls } from '../../src/game/map/walls.js';

const COUNT = SIDE * SIDE;
const costs = new Float64Array(COUNT);
const parents = new Int32Array(COUNT);
const closed = new Uint8Array(COUNT);
const open = new TileHeap();

/** All tiles of a shortest way, by `indexOf`; undefined where there is none. */
export function aStar({ cells }: Walls, from: number, to: number): number[] | undefined {
  costs.fill(Infinity);
  closed.fill(0);
  open.clear();
  costs[from] = 0;
  parents[from] = -1;
  open.push(from, 0);
  while (!open.isEmpty) {
    const tile = open.pop();
    if (tile === to) break;
    if (closed[tile] === 1) continue;
    closed[tile] = 1;
    for (let across = -1; across <= 1; across++)
      for (let down = -SIDE; down <= SIDE; down += SIDE) {
        const next = tile + across + down;
        if (next === tile || cells[next] === 1 || closed[next] === 1) continue;
        const isDiagonal = across !== 0 && down !== 0;
        if (isDiagonal && (cells[tile + across] === 1 || cells[tile + down] === 1)) continue;
        const cost = (costs[tile] as number) + (isDiagonal ? Math.SQRT2 : 1);
        if (cost >= (costs[next] as number)) continue;
        costs[next] = cost;
        parents[next] = tile;
        open.push(next, cost + leastBetween(next, to));
      }
  }
  if (costs[to] === Infinity) return undefined;
  const way: number[] = [];
  for (let tile = to; tile !== -1; tile = parents[tile] as number) way.push(tile);
  return way.toReversed();
}

function leastBetween(tile: number, to: number): number {
  const across = Math.abs((tile % SIDE) - (to % SIDE));
  const down = Math.abs(Math.floor(tile / SIDE) - Math.floor(to / SIDE));
  return Math.max(across, down) + (Math.SQRT2 - 1) * Math.min(across, down);
}
