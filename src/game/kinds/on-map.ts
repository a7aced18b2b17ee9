/** People on the picture of a `map` (R16.23, R16.24), in whole steps of the arena. */
import { HEAT_CELLS } from '../../protocol/limits.js';
import { STEPS } from '../../protocol/position.js';
import type { Cluster, NamedPlace, StoodSummary, Target } from '../../protocol/question.js';
import type { Position } from '../shared/zones.js';
import { nearestPlace } from './spot.js';

const CLUSTERS_TOLD = 3;
const LEAST_TOGETHER = 2;
/** How far from the middle of a cluster its people stand at most, in cells. */
const REACH_CELLS = 2;

/** An answer is worth `own` of `whole`: all within `near`, nothing from `far` on. */
export function worthAt(
  [x, y]: Position,
  { near, far, ...middle }: Target,
): {
  own: number;
  whole: number;
} {
  const distance = distanceTo([x, y], middle);
  const whole = Math.max(1, far - near);
  if (distance <= near) return { own: whole, whole };
  return { own: Math.max(0, far - distance), whole };
}

/** How far outside of the target somebody stands; 0 for whose answer is worth anything. */
export function missOfTarget(position: Position, target: Target): number {
  if (worthAt(position, target).own > 0) return 0;
  return Math.max(1, distanceTo(position, target) - target.far + 1);
}

/** Rounded down. The root of a whole number is the same on every machine. */
function distanceTo([x, y]: Position, middle: Pick<Target, 'x' | 'y'>): number {
  return Math.floor(Math.sqrt((x - middle.x) ** 2 + (y - middle.y) ** 2));
}

/** The cell of the heat in which somebody stands. */
export function heatCell([x, y]: Position): number {
  const along = (at: number): number =>
    Math.min(Math.floor((at * HEAT_CELLS) / STEPS), HEAT_CELLS - 1);
  return along(y) * HEAT_CELLS + along(x);
}

/** The people of a cell: how many, and the sums of where they stand. */
interface Cell {
  count: number;
  x: number;
  y: number;
}

/** Where these people stand; the same in whatever order they come. */
export function stoodSummary(
  positions: readonly Position[],
  places: readonly NamedPlace[],
): StoodSummary {
  const cells = new Map<number, Cell>();
  for (const [x, y] of positions) {
    const key = heatCell([x, y]);
    const cell = cells.get(key) ?? { count: 0, x: 0, y: 0 };
    cells.set(key, { count: cell.count + 1, x: cell.x + x, y: cell.y + y });
  }
  const heat = Array.from(cells, ([cell, { count }]) => [cell, count] as const);
  return { heat: heat.sort(([a], [b]) => a - b), clusters: clustersIn(cells, places) };
}

/**
 * Takes the round of cells with the most people, then that of those who are left. Of equal ones it is the one with the
 * most people in its middle, then the first from the top left.
 */
function clustersIn(cells: Map<number, Cell>, places: readonly NamedPlace[]): Cluster[] {
  const left = new Map(cells);
  const clusters: Cluster[] = [];
  while (clusters.length < CLUSTERS_TOLD) {
    let [best, middle] = [NOBODY, -1];
    for (const cell of [...left.keys()].sort((a, b) => a - b)) {
      const here = sumOf(roundOf(cell), left);
      const inMiddle = (one: number): number => left.get(one)?.count ?? 0;
      const isTied = here.count === best.count && inMiddle(cell) > inMiddle(middle);
      if (here.count > best.count || isTied) [best, middle] = [here, cell];
    }
    if (best.count < LEAST_TOGETHER) break;
    for (const cell of roundOf(middle)) left.delete(cell);
    const x = Math.round(best.x / best.count);
    const y = Math.round(best.y / best.count);
    const place = places.length > 0 && { place: nearestPlace([x, y], places) };
    clusters.push({ x, y, count: best.count, ...place });
  }
  return clusters;
}

const NOBODY: Cell = { count: 0, x: 0, y: 0 };

/** The cells within reach of one, itself among them. */
function roundOf(cell: number): number[] {
  const [row, column] = [Math.floor(cell / HEAT_CELLS), cell % HEAT_CELLS];
  return AROUND.flatMap(([down, right]) => {
    const [y, x] = [row + down, column + right];
    const isOn = x >= 0 && y >= 0 && x < HEAT_CELLS && y < HEAT_CELLS;
    return isOn ? [y * HEAT_CELLS + x] : [];
  });
}

const REACH = Array.from({ length: 2 * REACH_CELLS + 1 }, (_, n) => n - REACH_CELLS);
const AROUND = REACH.flatMap((down) => REACH.map((right) => [down, right] as const)).filter(
  ([down, right]) => down ** 2 + right ** 2 <= REACH_CELLS ** 2 + 1,
);

function sumOf(round: readonly number[], cells: ReadonlyMap<number, Cell>): Cell {
  let sum = NOBODY;
  for (const cell of round) {
    const { count, x, y } = cells.get(cell) ?? NOBODY;
    sum = { count: sum.count + count, x: sum.x + x, y: sum.y + y };
  }
  return sum;
}
