/** An answer, and what is right, in words. */
import type { PartSolution, ShownQuestion } from '../../protocol/question.js';
import { kindWords } from '../i18n/kind-words.js';
import { i18n } from '../i18n/language.svelte.js';
import { measureText, numberText, placeText } from './format.js';
import { hitPlaces } from './hits.js';

/** A value as its owner calls it. */
export function valueText(question: ShownQuestion, value: number): string {
  if ('ruler' in question) return placeText(value, question.ruler);
  if ('places' in question) return question.places[value - 1]?.name ?? '';
  return question.choiceList[value - 1]?.content ?? kindWords[i18n.current].noOpinion;
}

/** The right answer; empty where nothing can be. */
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
  }
}
