import type { Choice } from '../../protocol/choice.js';
import type { ShownQuestion } from '../../protocol/question.js';

/** The texts of zones beside their numbers: nothing where the zones are the places of an order. */
export function labelsOf({ kind, choiceList }: ShownQuestion): readonly Choice[] {
  if (kind !== 'order') return choiceList;
  return choiceList.map(({ order }) => ({ order, content: '' }));
}
