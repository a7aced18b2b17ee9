/**
 * Jump point search (Harabor and Grastien 2011) in eight directions, where nobody walks diagonally past the corner of a
 * wall: A*, which passes over all tiles of a straight way at which no shortest way can turn.
 */
import { TileHeap } from './tile-heap.js';
import { SIDE, type Walls } from './walls.js';

const NONE = -1;
const COUNT = SIDE * SIDE;
const STRAIGHT_STEPS = [1, -1, SIDE, -SIDE];

// One search runs at a time, and each writes only what it looks at: `seen` says in which search that was.
const seen = new Uint32Array(COUNT);
const costs = new Float64Array(COUNT);
const parents = new Int32Array(COUNT);
const closed = new Uint32Array(COUNT);
const open = new TileHeap();
let search = 0;
let cells: Uint8Array;
let goal = NONE;

/**
 * The tiles at which a shortest way turns, both ends included; undefined where there is no way. Tiles are named by
 * `indexOf`, and both have to be free.
 */
export function jumpPoints(walls: Walls, from: number, to: number): number[] | undefined {
  search++;
  open.clear();
  cells = walls.cells;
  goal = to;
  seen[from] = search;
  costs[from] = 0;
  parents[from] = NONE;
  open.push(from, 0);
  while (!open.isEmpty) {
    const tile = open.pop();
    if (tile === goal) return turns(tile);
    if (closed[tile] === search) continue;
    closed[tile] = search;
    expand(tile);
  }
  return undefined;
}

function turns(tile: number): number[] {
  const way: number[] = [];
  for (let at = tile; at !== NONE; at = parents[at] as number) way.push(at);
  return way.toReversed();
}

/** Looks where one comes from a tile, apart from what its parent reaches as well without it. */
function expand(tile: number): void {
  const parent = parents[tile] as number;
  if (parent === NONE) {
    for (const step of STRAIGHT_STEPS) reachStraight(tile, step);
    for (const across of [1, -1])
      for (const down of [SIDE, -SIDE]) reachDiagonal(tile, across, down);
    return;
  }
  const across = Math.sign((tile % SIDE) - (parent % SIDE));
  const down = SIDE * Math.sign(Math.floor(tile / SIDE) - Math.floor(parent / SIDE));
  if (across !== 0 && down !== 0) {
    reachStraight(tile, across);
    reachStraight(tile, down);
    reachDiagonal(tile, across, down);
    return;
  }
  const step = across + down;
  reachStraight(tile, step);
  for (const side of across === 0 ? [1, -1] : [SIDE, -SIDE]) {
    if (!turnsTo(tile, step, side)) continue;
    reachStraight(tile, side);
    if (across === 0) reachDiagonal(tile, side, step);
    else reachDiagonal(tile, step, side);
  }
}

/** Whether a shortest way that comes by `step` may go on to a side, as the tile behind that one is wall. */
function turnsTo(tile: number, step: number, side: number): boolean {
  return cells[tile + side] === 0 && cells[tile + side - step] === 1;
}

function reachStraight(tile: number, step: number): void {
  const next = jumpStraight(tile, step);
  if (next === NONE) return;
  const isAcross = step === 1 || step === -1;
  note(next, tile, isAcross ? Math.abs(next - tile) : Math.abs(next - tile) / SIDE);
}

function reachDiagonal(tile: number, across: number, down: number): void {
  const next = jumpDiagonal(tile, across, down);
  if (next !== NONE) note(next, tile, ((next - tile) / (across + down)) * Math.SQRT2);
}

function note(tile: number, parent: number, distance: number): void {
  const cost = (costs[parent] as number) + distance;
  if (seen[tile] === search && (costs[tile] as number) <= cost) return;
  seen[tile] = search;
  costs[tile] = cost;
  parents[tile] = parent;
  open.push(tile, cost + leastTo(tile));
}

/** The cost of the way to the goal without walls. */
function leastTo(tile: number): number {
  const across = Math.abs((tile % SIDE) - (goal % SIDE));
  const down = Math.abs(Math.floor(tile / SIDE) - Math.floor(goal / SIDE));
  return across > down ? across + (Math.SQRT2 - 1) * down : down + (Math.SQRT2 - 1) * across;
}

/** The next tile in a line at which a shortest way may turn; `NONE` where a wall comes first. */
function jumpStraight(from: number, step: number): number {
  const side = step === 1 || step === -1 ? SIDE : 1;
  for (let tile = from + step; cells[tile] === 0; tile += step)
    if (tile === goal || turnsTo(tile, step, side) || turnsTo(tile, step, -side)) return tile;
  return NONE;
}

/** The same in a diagonal line, at which one also turns to go straight to such a tile. */
function jumpDiagonal(from: number, across: number, down: number): number {
  let tile = from;
  while (cells[tile + across] === 0 && cells[tile + down] === 0) {
    tile += across + down;
    if (cells[tile] === 1) return NONE;
    if (tile === goal) return tile;
    if (jumpStraight(tile, across) !== NONE || jumpStraight(tile, down) !== NONE) return tile;
  }
  return NONE;
}
