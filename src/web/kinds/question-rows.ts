/** A question as hosts see it listed: a row for each zone or place, whatever its kind calls it. */
import { floorOf, valuesOf } from '../../game/kinds/floor.js';
import { rightValues } from '../../game/kinds/rights.js';
import type { Choice } from '../../protocol/choice.js';
import type { PartSolution, ShownQuestion } from '../../protocol/question.js';
import { valueText } from './answer-texts.js';
import { ellipsesOf, hitPlaces } from './hits.js';

/** None for rulers, which have too many values, and for pictures without names, whose parts mean nothing. */
export function rowsOf(question: ShownQuestion): Choice[] {
  const floor = floorOf(question);
  if ('ruler' in floor || ('places' in floor && floor.places.length === 0)) return [];
  return valuesOf(floor).map((order) => ({ order, content: valueText(question, order) }));
}

/** Of the rows those that are right; undefined where that is not known, or nothing can be. */
export function rightRows(
  question: ShownQuestion,
  solution: PartSolution | undefined,
): readonly number[] | undefined {
  if (solution?.kind === 'choice') return solution.rights;
  if (solution?.kind === 'text') return rightValues(floorOf(question), solution);
  const targets = ellipsesOf(solution);
  if (targets.length === 0 || !('places' in question)) return undefined;
  const { places } = question;
  return hitPlaces(places, targets).map((place) => places.indexOf(place) + 1);
}
