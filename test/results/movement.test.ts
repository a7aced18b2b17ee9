import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/game/shared/judged.js';
import { positionFor, valueAt, type Floor } from '../../src/game/kinds/floor.js';
import type { Track } from '../../src/game/track.js';
import type { Position } from '../../src/game/shared/zones.js';
import type { PartSolution } from '../../src/protocol/index.js';
import { movementOf } from '../../src/server/desk/results/movement.js';
import { packSteps, unpackSteps } from '../../src/server/desk/results/packed-track.js';
import { sharesOf } from '../../src/web/results/shares.js';

const EVERY_MS = 1_000;
const RANKING = { gameMode: 'RANKING' } as const;

function trackOf(paths: readonly (readonly Position[])[]): Track {
  const samples = paths[0]?.length ?? 0;
  const steps = paths.flatMap((path) => [...path.map(([x]) => x), ...path.map(([, y]) => y)]);
  return { everyMs: EVERY_MS, samples, steps: Uint16Array.from(steps) };
}

/** Each has a path of values; the last of each is the answer. */
function walked(
  floor: Floor,
  solution: PartSolution | null,
  paths: readonly (readonly number[])[],
) {
  const positions = paths.map((path) => path.map((value) => positionFor(value, floor)));
  const answers = positions.map((path, n): Answer => {
    const last = path.at(-1) ?? [0, 0];
    return [`p${n}`, valueAt(last, floor), 0, 1, ...last];
  });
  const track = trackOf(positions.map((path) => path.slice(0, -1)));
  return movementOf({ floor, solution, answers }, track, RANKING);
}

const CHOICE: Floor = { kind: 'choice', choices: 3 };
const FIRST: PartSolution = { kind: 'choice', rights: [1] };

describe('what is told of movement', () => {
  it('R17.8 is how many stood in each zone, with the bell at the end', () => {
    const { counts } = walked(CHOICE, FIRST, [
      [1, 2, 3],
      [1, 1, 3],
    ]);
    expect(counts).toEqual([
      [2, 0, 0],
      [1, 1, 0],
      [0, 0, 2],
    ]);
  });

  it('R17.8 is who changed in the last three seconds, and whether it helped', () => {
    const { late } = walked(CHOICE, FIRST, [
      [1, 2, 1, 1, 1],
      [2, 1, 1, 1, 2],
      [3, 3, 3, 3, 2],
      [1, 1, 2, 3, 1],
    ]);
    // Four samples and the bell: 3 s before the end is the second sample.
    expect(late).toEqual({ count: 3, toRight: 1, toWrong: 1 });
    expect(walked(CHOICE, FIRST, [[1, 2, 2]]).late).toBeNull();
  });

  it('R17.8 counts in a number as if it had ended then, and nobody who stood still', () => {
    const floor: Floor = { kind: 'number', ruler: { min: 0, max: 100, step: 1 } };
    const solution: PartSolution = { kind: 'number', answer: 50, tolerance: 0 };
    // The first would have been the nearest, and is not as the second comes nearer.
    const { late, counts } = walked(floor, solution, [
      [40, 40, 40, 40],
      [10, 10, 10, 49],
    ]);
    expect(counts).toBeUndefined();
    expect(late).toEqual({ count: 1, toRight: 1, toWrong: 0 });
  });

  it('R17.8 counts a way within one place of a picture where it leads out of a target', () => {
    const floor: Floor = { kind: 'spot', places: [{ name: 'a', x: 1_000, y: 1_000 }] };
    const target = { x: 1_000, y: 1_000, rx: 100, ry: 100 };
    const path: Position[] = Array.from({ length: 3 }, () => [1_000, 1_000]);
    const answers: Answer[] = [
      ['p0', 1, 0, 1, 1_000, 5_000],
      ['p1', 1, 0, 1, 1_000, 1_000],
    ];
    const solution: PartSolution = { kind: 'spot', targets: [target] };
    const { late } = movementOf({ floor, solution, answers }, trackOf([path, path]), RANKING);
    expect(late).toEqual({ count: 1, toRight: 0, toWrong: 1 });
  });

  it('R17.8 leaves those out of a poll who have not moved yet, and ghosts out of everything', () => {
    const floor: Floor = { kind: 'poll', choices: 2 };
    const still = positionFor(2, floor);
    const ghost = positionFor(1, floor);
    const answers: Answer[] = [
      ['ghost', 1, 0, 2, ...ghost],
      ['late', 1, 0, 1, ...positionFor(1, floor)],
      ['never', -1, 0, 1, ...still],
    ];
    const track = trackOf([
      [still, still, positionFor(1, floor)],
      [still, still, still],
    ]);
    const { counts } = movementOf({ floor, solution: null, answers }, track, RANKING);
    expect(counts).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ]);
    expect(sharesOf(counts ?? [])).toEqual([
      [0, 0, 100, 100],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('R17.8 comes back from the table as it was, over the whole arena', async () => {
    const track = trackOf([
      [
        [0, 65_520],
        [65_520, 0],
        [17, 18],
      ],
      [
        [5, 5],
        [4, 4],
        [65_519, 1],
      ],
    ]);
    expect(await unpackSteps(await packSteps(track), track.samples)).toEqual(track.steps);
  });
});
