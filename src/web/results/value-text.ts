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
  if ('ruler' in shown) return placeText(value, shown.ruler);
  if ('places' in shown) return shown.places[value - 1]?.name ?? '';
  if (value > choices) return t.noOpinion;
  return shown.choiceList.find(({ order }) => order === value)?.content ?? '';
}
