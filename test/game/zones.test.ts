import { describe, expect, it } from 'vitest';
import { zoneOf } from '../../src/game/shared/zones.js';
import { STEPS, toSteps } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The rule drawn as rectangles of the unit square, in reading order. */
function areas(choices: number): Area[] {
  return Array.from({ length: choices }, (_, i) => {
    const row = Math.floor(i / 2);
    const alone = i === choices - 1 && i % 2 === 0;
    return {
      left: i % 2 === 0 ? 0 : 0.5,
      right: alone || i % 2 === 1 ? 1 : 0.5,
      top: (2 * row) / choices,
      bottom: alone ? 1 : (2 * row + 2) / choices,
    };
  });
}

/** Left and top edges are inside, right and bottom ones outside, but for the outer edge. */
function contains({ left, right, top, bottom }: Area, x: number, y: number): boolean {
  const inX = x >= left && (x < right || right === 1);
  const inY = y >= top && (y < bottom || bottom === 1);
  return inX && inY;
}

/** NaN, which is no zone, if the areas overlapped or left something out. */
function modelZone(x: number, y: number, choices: number): number {
  const hits = areas(choices).flatMap((area, i) => (contains(area, x, y) ? [i + 1] : []));
  return hits.length === 1 ? (hits[0] as number) : Number.NaN;
}

describe.each(COUNTS)('R5.2 with %i choices', (choices) => {
  const rows = Math.ceil(choices / 2);
  /** Every edge with its neighbours, as steps. */
  const near = (edges: number[]): number[] =>
    edges.flatMap((edge) => [edge - 1, edge, edge + 1]).filter((at) => at >= 0 && at <= STEPS);
  const columns = near([0, STEPS / 2, STEPS]);
  const lines = near(
    Array.from({ length: rows + 1 }, (_, row) => Math.min(STEPS, (2 * row * STEPS) / choices)),
  );

  it('every edge belongs to the cell to the right and below, but for the outer one', () => {
    const wrong = columns.flatMap((x) =>
      lines
        .filter((y) => zoneOf([x, y], choices) !== modelZone(x / STEPS, y / STEPS, choices))
        .map((y) => [x, y]),
    );
    expect(wrong).toEqual([]);
  });

  it('every point lies in the cell that the picture shows', () => {
    const random = seeded(choices);
    const points = Array.from({ length: 2_000 }, () => [random(), random()] as const);
    const wrong = points.filter(
      ([x, y]) => zoneOf([toSteps(x), toSteps(y)], choices) !== modelZone(x, y, choices),
    );
    expect(wrong).toEqual([]);
  });

  it('all zones are equally large', () => {
    const counts = new Map<number, number>();
    // Two columns, and lines that fall together with the edges of every number of choices.
    const [COLUMNS, LINES] = [2, 2_520];
    for (let x = 0; x < COLUMNS; x++)
      for (let y = 0; y < LINES; y++) {
        const zone = zoneOf([((x + 0.5) * STEPS) / COLUMNS, ((y + 0.5) * STEPS) / LINES], choices);
        counts.set(zone, (counts.get(zone) ?? 0) + 1);
      }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(areas(choices).map((_, i) => i + 1));
    expect(new Set(counts.values())).toEqual(new Set([(COLUMNS * LINES) / choices]));
  });

  it('whoever stands where rows of equal height have their middle stands in the same zone', () => {
    const middles = areas(choices).map(({ left, right }, i) => [
      ((left + right) / 2) * STEPS,
      ((Math.floor(i / 2) + 0.5) / rows) * STEPS,
    ]);
    const zones = middles.map(([x = 0, y = 0]) => zoneOf([x, y], choices));
    expect(zones).toEqual(areas(choices).map((_, i) => i + 1));
  });
});

it('R5.2 the corners', () => {
  const corners = [
    [0, 0],
    [STEPS, 0],
    [0, STEPS],
    [STEPS, STEPS],
  ] as const;
  expect(corners.map((corner) => zoneOf(corner, 4))).toEqual([1, 2, 3, 4]);
  expect(corners.map((corner) => zoneOf(corner, 5))).toEqual([1, 2, 5, 5]);
  expect(corners.map((corner) => zoneOf(corner, 2))).toEqual([1, 2, 1, 2]);
});
