import type { ReportQuestion } from '../../protocol/results.js';
import type { ResultsWords } from '../../i18n/made/types.js';

/** The text of this part of its question; empty where it had one part, or is not shown. */
export function partText({ shown, part }: ReportQuestion, t: ResultsWords['results']): string {
  if (shown === null) return '';
  if ('parts' in shown) return shown.parts[part] ?? '';
  return 'share' in shown && shown.share !== undefined ? t.shareOf({ choice: shown.share }) : '';
}

/** The text by which people tell a question from all others, with that of its part. */
export function titleOf(
  question: ReportQuestion,
  number: string,
  t: ResultsWords['results'],
): string {
  const quiz = question.shown?.quiz ?? t.question({ number });
  const part = partText(question, t);
  return part === '' ? quiz : `${quiz} – ${part}`;
}
