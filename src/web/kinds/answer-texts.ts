/** An answer, and what is right, in words. */
import { valueAt } from '../../game/kinds/floor.js';
import type {
  PartSolution,
  ShownOnPicture,
  ShownQuestion,
  Target,
} from '../../protocol/question.js';
import { i18n } from '../i18n/language.svelte.js';
import { measureText, numberText, placeText } from './format.js';
import { ellipsesOf, hitPlaces } from './hits.js';

/** A value as its owner calls it. */
export function valueText(question: ShownQuestion, value: number): string {
  if ('ruler' in question) return placeText(value, question.ruler);
  if ('places' in question) return placeName(question, value);
  return question.choiceList[value - 1]?.content ?? i18n.game.kind.noOpinion;
}

/** Where no place has a name, the part of the picture. */
export function placeName({ places }: Pick<ShownOnPicture, 'places'>, value: number): string {
  const names = places.length > 0 ? places.map(({ name }) => name) : i18n.game.map.ninths;
  return names[value - 1] ?? '';
}

/** Returns the name of the place that is nearest to the middle of a target; empty where none lies in it. */
export function targetName(question: ShownQuestion, target: Target): string {
  if (!('places' in question)) return '';
  const { x, y } = target;
  const [hit] = hitPlaces(question.places, ellipsesOf({ kind: 'target', target })).toSorted(
    (a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y),
  );
  return hit?.name ?? '';
}

/** The right answer; empty where nothing can be right. */
export function solutionText(question: ShownQuestion, solution: PartSolution | undefined): string {
  switch (solution?.kind) {
    case undefined:
      return '';
    case 'choice':
      return solution.rights.map((order) => valueText(question, order)).join(', ');
    case 'text':
      // The others only say how it may be spelled.
      return solution.accepted[0] ?? '';
    case 'number': {
      const { answer, tolerance } = solution;
      const right = 'ruler' in question ? measureText(answer, question.ruler) : numberText(answer);
      return tolerance === 0 ? right : `${right} (±${numberText(tolerance)})`;
    }
    case 'spot':
      return 'places' in question
        ? hitPlaces(question.places, solution.targets)
            .map(({ name }) => name)
            .join(', ')
        : '';
    case 'target': {
      if (!('places' in question)) return '';
      const { target } = solution;
      const nameless = { kind: question.kind, places: [] };
      const ninth = placeName(nameless, valueAt([target.x, target.y], nameless));
      return targetName(question, target) || ninth;
    }
  }
}
