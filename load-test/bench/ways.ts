/** What it costs to find a way around walls: by A* over all tiles, and by jump point search (R24.3). */
import { builtInWalls } from '../../src/game/map/built-in.js';
import { jumpPoints } from '../../src/game/map/jump-points.js';
import { indexOf, SIDE, Walls } from '../../src/game/map/walls.js';
import { wayTo } from '../../src/game/map/way.js';
import { seeded } from '../swarm/seeded.js';
import { aStar } from './a-star.js';
import { measure } from './measure.js';
import type { Outcome, Piece } from './piece.js';
import { freeTile } from './random-walls.js';

const DISTANCES = [1, 2, 3, 5, 7, 10, 20, 40];
const PAIRS = 100;
/** Of how many pairs some have a distance. */
const DRAWN = 40_000;

type Pair = readonly [from: number, to: number];

const MAPS: readonly [string, Walls][] = [
  ['yard', Walls.from(() => false)],
  ['garden', builtInWalls('garden') ?? Walls.read('')],
  ['maze', builtInWalls('maze') ?? Walls.read('')],
];

function lengthOf(way: readonly number[]): number {
  return way.slice(1).reduce((sum, tile, index) => {
    const step = Math.abs(tile - (way[index] ?? tile));
    return sum + (step === 1 || step === SIDE ? 1 : Math.SQRT2);
  }, 0);
}

/** Pairs of tiles with a shortest way of each distance, within half a tile. */
function pairsIn(walls: Walls): Map<number, Pair[]> {
  const random = seeded(1);
  const pairs = new Map<number, Pair[]>(DISTANCES.map((distance) => [distance, []]));
  for (let n = 0; n < DRAWN; n++) {
    const from = freeTile(walls, random);
    const reach = DISTANCES[n % DISTANCES.length] ?? 1;
    const near = (): number => Math.round((random() * 2 - 1) * reach);
    const [x, y] = [(from % SIDE) - 1 + near(), Math.floor(from / SIDE) - 1 + near()];
    const isInside = x >= 0 && y >= 0 && x < 64 && y < 64;
    if (!isInside || walls.isWall(x, y)) continue;
    const to = indexOf(x, y);
    const length = lengthOf(aStar(walls, from, to) ?? []);
    const found = pairs.get(DISTANCES.find((one) => Math.abs(one - length) <= 0.5) ?? 0);
    if (found !== undefined && found.length < PAIRS) found.push([from, to]);
  }
  return pairs;
}

const middleOf = (tile: number) => {
  return { x: (tile % SIDE) - 0.5, y: Math.floor(tile / SIDE) - 0.5 };
};

export const ways: Piece = {
  name: 'ways',
  about: 'ways around walls by A* and by jump point search, over distances',
  run: async ({ quick }) => {
    const outcomes: Outcome[] = [];
    for (const [name, walls] of MAPS)
      for (const [distance, pairs] of pairsIn(walls)) {
        if (pairs.length === 0) continue;
        const all = (find: (from: number, to: number) => unknown) => () => {
          for (const [from, to] of pairs) find(from, to);
        };
        const times = pairs.length;
        outcomes.push({
          title: `ways: ${distance} tiles in the ${name}`,
          operation: 'one way',
          figures: await measure(
            [
              { name: 'A*', run: all((from, to) => aStar(walls, from, to)), times },
              { name: 'jump points', run: all((from, to) => jumpPoints(walls, from, to)), times },
              {
                name: 'as it is walked',
                run: all((from, to) => wayTo(walls, middleOf(from), middleOf(to))),
                times,
              },
            ],
            quick,
          ),
          note: '',
        });
      }
    return outcomes;
  },
};
