import { rightText } from '../../game/kinds/spelling.js';
import type { ReportQuestion } from '../../protocol/results.js';
import type { TextCount } from '../../protocol/question.js';

/** The groups that are not right, commonest first; none where it is not known who would be right by them (R17.6). */
export function wrongGroups(question: Pick<ReportQuestion, 'solution' | 'written'>): TextCount[] {
  if (question.written?.texts.length === 0) return [];
  const isRight = rightText(question.solution);
  return (question.written?.groups ?? []).filter(([text]) => !isRight(text));
}
