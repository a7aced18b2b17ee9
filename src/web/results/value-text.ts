import type { ReportQuestion } from '../../protocol/results.js';
import type { ResultsWords } from '../i18n/host-results.js';
import { placeText } from '../kinds/format.js';

/** What a value of a question means to people; empty where the question is not shown. */
export function valueText(
  { shown, choices }: ReportQuestion,
  value: number,
  t: ResultsWords,
): string {
  if (shown === null) return '';
  if (value < 0) return t.notMoved;
  switch (shown.kind) {
    case 'choice':
    case 'ox':
    case 'poll': {
      if (value > choices) return t.noOpinion;
      return shown.choiceList.find(({ order }) => order === value)?.content ?? '';
    }
    case 'number':
    case 'scale':
      return placeText(value, shown.ruler);
    case 'spot':
      return shown.places[value - 1]?.name ?? '';
  }
}
