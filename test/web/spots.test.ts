import { expect, it } from 'vitest';
import { MIN_RADIUS_PERCENT } from '../../src/protocol/limits.js';
import { STEPS } from '../../src/protocol/position.js';
import {
  percentOf,
  placeAdded,
  placeMarked,
  placeMoved,
  placeRemoved,
  targetsOf,
  targetSized,
  type Spots,
} from '../../src/web/desk/edit/kinds/spots.js';

const PLACES = [
  { name: 'A', x: 100, y: 100 },
  { name: 'B', x: 200, y: 200 },
];
const FREE = { x: 5, y: 5, rx: 3_000, ry: 6_000 };
const marked: Spots = placeMarked({ places: PLACES, targets: [FREE] }, 1, true);

it('R18.6 a target goes and is deleted with the place in its middle', () => {
  expect(targetsOf(marked)).toEqual([-1, 1]);
  const moved = placeMoved(marked, 1, { x: 300, y: 310 });
  expect(moved.places[1]).toEqual({ name: 'B', x: 300, y: 310 });
  expect(moved.targets).toMatchObject([FREE, { x: 300, y: 310 }]);
  expect(placeRemoved(moved, 1)).toEqual({ places: [PLACES[0]], targets: [FREE] });
  expect(placeMarked(moved, 1, false).targets).toEqual([FREE]);
});

it('R18.6 no two places stand on the same step, so that a target has one of them', () => {
  for (const spots of [placeMoved(marked, 0, { x: 200, y: 200 }), placeAdded(marked, PLACES[1]!)]) {
    expect(targetsOf(spots).filter((target) => target >= 0)).toEqual([1]);
    expect(spots.targets).toEqual(marked.targets);
  }
});

it('R18.6 a target keeps its shape, and is never too small to be played', () => {
  const { rx, ry } = targetSized(FREE, 20);
  expect([percentOf(rx), percentOf(ry)]).toEqual([20, 40]);
  const least = targetSized({ ...FREE, rx: 6_000, ry: 3_000 }, 0);
  expect(Math.min(least.rx, least.ry)).toBeGreaterThanOrEqual((STEPS * MIN_RADIUS_PERCENT) / 100);
});
