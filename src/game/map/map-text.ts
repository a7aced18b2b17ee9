/** A map as text (R24.1): a line for each row of tiles, `#` for a wall and `.` for what is free. */
import { MAX_CHOICES, MIN_CHOICES } from '../../protocol/limits.js';
import { pollZonesFor } from '../kinds/poll-zones.js';
import { zonesFor, type Zone } from '../shared/zones.js';
import { nearestFree } from './ground.js';
import { TILES, Walls } from './walls.js';

const WALL = '#';
const FREE = '.';
/** By which part of the largest zone of a question the smallest one may be smaller, without its walls. */
const UNEVEN_MOST = 0.1;
/** How far it may be out of a wall, in tiles: every target of a picture is wider (R16.6). */
const DEEPEST = 2;

/** Tells what is wrong with a map, and at which line and column, both from 1. */
class MapError extends Error {
  constructor(x: number, y: number, problem: string) {
    super(`line ${y + 1}, column ${x + 1}: ${problem}`);
  }
}

/** As `parseMap`; also throws for a map on which not every answer can be given alike. */
export function readMap(text: string): Walls {
  const walls = parseMap(text);
  checkReach(walls);
  checkDepth(walls);
  checkColumns(walls);
  for (let choices = MIN_CHOICES; choices <= MAX_CHOICES; choices++) {
    checkZones(walls, zonesFor(choices), `with ${choices} choices`);
    const poll = pollZonesFor(choices);
    checkZones(walls, poll.slice(0, choices), `in a poll of ${choices} choices`);
    checkZones(walls, poll.slice(choices), `in a poll of ${choices} choices`);
  }
  return walls;
}

/** Throws a `MapError` for a text that is no map. */
export function parseMap(text: string): Walls {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  // The last line may end as the others do.
  if (lines.length > TILES && lines.at(-1) === '') lines.pop();
  for (const [y, line] of lines.entries()) {
    if (y >= TILES) throw new MapError(0, y, `a map has ${TILES} lines`);
    const strange = Array.from(line).findIndex((tile) => tile !== WALL && tile !== FREE);
    if (strange >= 0 && strange < TILES)
      throw new MapError(strange, y, `a wall is ${WALL}, and what is free is ${FREE}`);
    if (line.length === TILES) continue;
    const at = Math.min(line.length, TILES);
    throw new MapError(at, y, `a line has ${TILES} characters, and this one ${line.length}`);
  }
  if (lines.length < TILES) throw new MapError(0, lines.length, `a map has ${TILES} lines`);
  return Walls.from((x, y) => lines[y]?.[x] === WALL);
}

/** Every free tile is reached from every other one. */
function checkReach(walls: Walls): void {
  const tiles = tilesOf(walls, false);
  const [first] = tiles;
  if (first === undefined) throw new MapError(0, 0, 'nobody can stand anywhere');
  const reached = new Set([nameOf(...first)]);
  const next = [first];
  for (let tile = next.pop(); tile !== undefined; tile = next.pop()) {
    const [x, y] = tile;
    for (const [toX, toY] of [
      [x + 1, y],
      [x - 1, y],
      [x, y + 1],
      [x, y - 1],
    ] as const) {
      const name = nameOf(toX, toY);
      if (walls.isWall(toX, toY) || reached.has(name)) continue;
      reached.add(name);
      next.push([toX, toY]);
    }
  }
  const lost = tiles.find((tile) => !reached.has(nameOf(...tile)));
  if (lost === undefined) return;
  const [x, y] = first;
  throw new MapError(...lost, `there is no way here from line ${y + 1}, column ${x + 1}`);
}

const nameOf = (x: number, y: number): string => `${x},${y}`;

function tilesOf(walls: Walls, areWalls: boolean): [x: number, y: number][] {
  const all = Array.from({ length: TILES * TILES }, (_, n): [number, number] => [
    n % TILES,
    Math.floor(n / TILES),
  ]);
  return all.filter(([x, y]) => walls.isWall(x, y) === areWalls);
}

/** It is not far out of any wall. */
function checkDepth(walls: Walls): void {
  for (const [x, y] of tilesOf(walls, true)) {
    const middle = { x: x + 0.5, y: y + 0.5 };
    const free = nearestFree(walls, middle);
    if (Math.hypot(free.x - middle.x, free.y - middle.y) > DEEPEST)
      throw new MapError(x, y, `it is more than ${DEEPEST} tiles from here to a free place`);
  }
}

/** Every value of a ruler can be stood on (R16.5). */
function checkColumns(walls: Walls): void {
  for (let x = 0; x < TILES; x++)
    if (Array.from({ length: TILES }, (_, y) => y).every((y) => walls.isWall(x, y)))
      throw new MapError(x, 0, 'nobody can stand on the values of this column');
}

/** They have nearly the same room. */
function checkZones(walls: Walls, zones: readonly Zone[], when: string): void {
  const sized = zones
    .map((zone) => ({ zone, room: roomIn(walls, zone) }))
    .sort((a, b) => a.room - b.room);
  const [least, most] = [sized[0], sized.at(-1)];
  if (least === undefined || most === undefined) return;
  if (least.room > 0 && least.room >= most.room * (1 - UNEVEN_MOST)) return;
  const { x, y, number } = least.zone;
  const problem = `${when}, zone ${number}, which begins here, has room for ${tell(least.room)} tiles`;
  const other = `zone ${most.zone.number} has ${tell(most.room)}; by a tenth they may differ`;
  const isAlone = zones.length === 1;
  throw new MapError(
    Math.floor(x * TILES),
    Math.floor(y * TILES),
    isAlone ? problem : `${problem}, and ${other}`,
  );
}

const tell = (room: number): number => Math.round(room * 10) / 10;

/** Free room of a zone, in tiles. */
export function roomIn(walls: Walls, { x, y, width, height }: Zone): number {
  const [right, bottom] = [(x + width) * TILES, (y + height) * TILES];
  let room = 0;
  for (let row = Math.floor(y * TILES); row < bottom && row < TILES; row++)
    for (let column = Math.floor(x * TILES); column < right && column < TILES; column++) {
      if (walls.isWall(column, row)) continue;
      const across = Math.min(column + 1, right) - Math.max(column, x * TILES);
      room += across * (Math.min(row + 1, bottom) - Math.max(row, y * TILES));
    }
  return room;
}
