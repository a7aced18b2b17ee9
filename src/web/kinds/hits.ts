import { missOf } from '../../game/kinds/spot.js';
import type { Ellipse, NamedPlace, PartSolution, Solution } from '../../protocol/question.js';

/** The named places that are right. */
export function hitPlaces(
  places: readonly NamedPlace[],
  targets: readonly Ellipse[],
): readonly NamedPlace[] {
  return places.filter(({ x, y }) => missOf([x, y], targets) === 0);
}

/** The ellipses within which one is right; none of another solution. */
export function ellipsesOf(solution: Solution | null | undefined): readonly Ellipse[] {
  if (solution?.kind === 'spot') return solution.targets;
  if (solution?.kind !== 'target') return [];
  const { x, y, far } = solution.target;
  return [{ x, y, rx: far, ry: far }];
}

/** Whether a number is right by itself. */
export function isWithin(value: number, solution: PartSolution | undefined): boolean {
  // Numbers have three decimals at most.
  return (
    solution?.kind === 'number' && Math.abs(value - solution.answer) <= solution.tolerance + 0.0005
  );
}
