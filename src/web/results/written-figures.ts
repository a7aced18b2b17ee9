import { rightText } from '../../game/kinds/spelling.js';
import { MASK } from '../../protocol/moderation.js';
import type { ReportQuestion } from '../../protocol/results.js';
import type { TextCount } from '../../protocol/question.js';

/** The groups that are not right, commonest first, but for what is masked. */
export function wrongGroups(question: Pick<ReportQuestion, 'solution' | 'written'>): TextCount[] {
  const isRight = rightText(question.solution);
  return (question.written?.groups ?? []).filter(
    ([text]) => !isRight(text) && !text.includes(MASK),
  );
}
