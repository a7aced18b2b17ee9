/** How a big room's cells and caps work out (R23.1), by the server's own areas, without sockets or a store. */

import { Area } from '../../src/server/live/batch/crowd/area.js';
import { CellGrid, CROWD_TILES, encodeCounts, limits, STEPS } from '../../src/protocol/index.js';
import { seeded } from '../swarm/seeded.js';

const MOVES_PER_S = 2;
/** From one move to the next, in widths of the arena. */
const STEP = 1 / 8;
/** A frame's own text beside its moves, and a move. */
const FRAME_BYTES = 45;
const MOVE_BYTES = 8;
const SEED = 2026;

export interface CrowdWish {
  players: number;
  intervalMs: number;
  seconds: number;
  /** The part of the arena's width and height in which everybody walks. */
  part: number;
}

export interface CrowdFigures {
  cells: number;
  /** Players in three by three cells, seen from a player. */
  near: number;
  movesPerFrame: number;
  /** Of the moves that an area had to tell: how many were told with its next frame. */
  toldAtOnce: number;
  /** In frames. */
  longestWait: number;
  /** The most that any area had to tell at once, divided by what a frame holds: no wait may be longer. */
  waitBound: number;
  /** Changes of cell of a player, a second. */
  crossingsPerS: number;
  /** Of moves and the crowd to a player, without crossings and chat. */
  bytesPerS: number;
}

interface Walker {
  x: number;
  y: number;
  cell: number;
}

/** What a cell has to tell, and since which frame. */
interface Watched {
  area: Area;
  since: Map<number, number>;
}

export function simulateCrowd({ players, intervalMs, seconds, part }: CrowdWish): CrowdFigures {
  const random = seeded(SEED);
  const grid = CellGrid.for(players);
  const cells = Array.from({ length: grid.count }, (_, cell): Watched => {
    const place = { audience: 'living', grid: grid.size, cell } as const;
    const bounds = { moves: limits.CELL_MOVES, all: limits.CELL_MOVES_FULL };
    return { area: new Area(place, 0, '', bounds), since: new Map() };
  });
  const around = cells.map((_, cell) => grid.around(cell));
  const most = Math.floor(part * STEPS);
  const walkers = Array.from({ length: players }, (): Walker => {
    const [x, y] = [Math.floor(random() * most), Math.floor(random() * most)];
    return { x, y, cell: grid.cellAt(x, y) };
  });
  const total = { frames: 0, moves: 0, atOnce: 0, crossings: 0, longest: 0, queued: 0 };
  const frames = Math.round((seconds * 1000) / intervalMs);
  const movesPerFrame = (players * MOVES_PER_S * intervalMs) / 1000;
  let next = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const end = (frame + 1) * movesPerFrame; next < end; next++) {
      const slot = next % players;
      const walker = walkers[slot];
      if (walker === undefined) continue;
      const before = walker.cell;
      step(walker, most, random() * 2 * Math.PI);
      const seen = grid.cellAt(walker.x, walker.y);
      walker.cell = grid.settle(before, walker.x, walker.y);
      if (walker.cell !== before) total.crossings++;
      for (const cell of new Set([...(around[seen] ?? []), ...(around[before] ?? [])])) {
        const watched = cells[cell];
        if (watched === undefined) continue;
        watched.area.move(slot);
        if (!watched.since.has(slot)) watched.since.set(slot, frame);
      }
    }
    const inCell = countBy(walkers);
    for (const [cell, { area, since }] of cells.entries()) {
      const watching = inCell[cell] ?? 0;
      if (watching === 0) {
        // Who comes next is told everything.
        area.clear();
        since.clear();
      }
      if (since.size === 0) continue;
      total.queued = Math.max(total.queued, since.size);
      const { moved } = area.take();
      total.frames += watching;
      total.moves += moved.length * watching;
      for (const slot of moved) {
        const waited = frame - (since.get(slot) ?? frame) + 1;
        since.delete(slot);
        total.longest = Math.max(total.longest, waited);
        if (waited === 1) total.atOnce += watching;
      }
    }
  }
  const framesEach = total.frames / players;
  const crowdBytes = (1000 / 500) * encodeCounts(tilesOf(walkers)).length;
  const sent = framesEach * FRAME_BYTES + (total.moves / players) * MOVE_BYTES;
  return {
    cells: grid.size,
    near: nearOf(walkers, around, countBy(walkers)),
    movesPerFrame: total.moves / total.frames,
    toldAtOnce: total.atOnce / total.moves,
    longestWait: total.longest,
    waitBound: Math.ceil(total.queued / limits.CELL_MOVES),
    crossingsPerS: total.crossings / players / seconds,
    bytesPerS: sent / seconds + crowdBytes,
  };
}

function step(walker: Walker, most: number, angle: number): void {
  walker.x = reflected(walker.x + Math.cos(angle) * STEP * STEPS, most);
  walker.y = reflected(walker.y + Math.sin(angle) * STEP * STEPS, most);
}

function reflected(value: number, most: number): number {
  const inside = value < 0 ? -value : value > most ? 2 * most - value : value;
  return Math.floor(Math.min(most, Math.max(0, inside)));
}

function countBy(walkers: readonly Walker[]): number[] {
  const counts: number[] = [];
  for (const { cell } of walkers) counts[cell] = (counts[cell] ?? 0) + 1;
  return counts;
}

function nearOf(
  walkers: readonly Walker[],
  around: readonly number[][],
  inCell: readonly (number | undefined)[],
): number {
  const near = walkers.map(({ cell }) =>
    (around[cell] ?? []).reduce((sum, one) => sum + (inCell[one] ?? 0), 0),
  );
  return near.reduce((sum, one) => sum + one, 0) / walkers.length;
}

function tilesOf(walkers: readonly Walker[]): Uint16Array {
  const tiles = new Uint16Array(CROWD_TILES * CROWD_TILES);
  const tile = (steps: number): number =>
    Math.min(CROWD_TILES - 1, Math.floor((steps * CROWD_TILES) / STEPS));
  for (const { x, y } of walkers) {
    const at = tile(y) * CROWD_TILES + tile(x);
    tiles[at] = (tiles[at] ?? 0) + 1;
  }
  return tiles;
}

const SECONDS = 20;
/** Where everybody stands in one of four zones, a quarter of the floor. */
const ZONE = 0.5;
const SIZES = [
  { players: 1_000, intervalMs: 80 },
  { players: 2_000, intervalMs: 80 },
  { players: 5_000, intervalMs: 100 },
  { players: 10_000, intervalMs: 200 },
];

const COLUMNS: [name: string, text: (figures: CrowdFigures) => string][] = [
  ['cells', ({ cells }) => `${cells} × ${cells}`],
  ['near', ({ near }) => near.toFixed(0)],
  ['moves/frame', ({ movesPerFrame }) => movesPerFrame.toFixed(1)],
  ['at once', ({ toldAtOnce }) => `${(100 * toldAtOnce).toFixed(1)} %`],
  ['waits', ({ longestWait }) => `${longestWait} frames`],
  ['bound', ({ waitBound }) => `${waitBound} frames`],
  ['crossings/s', ({ crossingsPerS }) => crossingsPerS.toFixed(2)],
  ['kB/s each', ({ bytesPerS }) => (bytesPerS / 1000).toFixed(1)],
];

export function crowdReport(): string {
  const row = (name: string, cells: readonly string[]): string =>
    name.padEnd(28) + cells.map((cell) => cell.padStart(12)).join('');
  return [
    `${SECONDS} s of a big room in which each sends two moves a second; a model, and not a hall`,
    'near: players in three by three cells. at once: moves told with the next frame. waits: the longest that any waited.',
    '',
    row(
      '',
      COLUMNS.map(([name]) => name),
    ),
    ...[1, ZONE].flatMap((part) =>
      SIZES.map(({ players, intervalMs }) => {
        const figures = simulateCrowd({ players, intervalMs, seconds: SECONDS, part });
        const where = part === 1 ? 'everywhere' : 'in one zone of four';
        return row(
          `${players} ${where}`,
          COLUMNS.map(([, text]) => text(figures)),
        );
      }),
    ),
  ].join('\n');
}
