import { formOf, meansRight } from '../../game/kinds/spelling.js';
import type { ReportQuestion } from '../../protocol/results.js';
import type { TextCount } from '../../protocol/question.js';

/** Tells of each text of a question whether it is right; none is where nothing can be. */
export function rightText({
  solution,
}: Pick<ReportQuestion, 'solution'>): (text: string) => boolean {
  if (solution?.kind !== 'text') return () => false;
  const isMeant = meansRight(solution);
  return (text) => isMeant(formOf(text));
}

/** The groups that are not right, commonest first. */
export function wrongGroups(question: Pick<ReportQuestion, 'solution' | 'written'>): TextCount[] {
  const isRight = rightText(question);
  return (question.written?.groups ?? []).filter(([text]) => !isRight(text));
}
