import { AWAY } from '../../game/shared/judged.js';
import type { ReportQuestion } from '../../protocol/results.js';
import type { ResultsWords } from '../../i18n/made/types.js';
import { placeName } from '../kinds/answer-texts.js';
import { placeText } from '../kinds/format.js';

/** What a value of a question means to people; empty where the question is not shown, or it means nothing. */
export function valueText(
  { shown, choices, written }: ReportQuestion,
  value: number,
  t: ResultsWords['results'],
): string {
  if (shown === null) return '';
  if (value === AWAY) return t.away;
  // People who wrote may have had nowhere to walk.
  if (value < 0) return written === undefined ? t.notMoved : '';
  if ('ruler' in shown) return placeText(value, shown.ruler);
  // Without names a link tells nobody's place.
  if ('places' in shown) return value === 0 ? '' : placeName(shown, value);
  if (value > choices) return t.noOpinion;
  return shown.choiceList.find(({ order }) => order === value)?.content ?? '';
}
