import { hasValues, type Summary, type WrittenSummary } from '../../../protocol/question.js';

/** There for questions for which people wrote, once they are judged. */
export function writtenIn(summary: Summary | undefined): WrittenSummary | undefined {
  return summary && !hasValues(summary) ? summary.written : undefined;
}

/** Whether nobody stood in what was written, as where there was no second act (R16.15). */
export function isUnwalked(summary: Summary | undefined): boolean {
  return (
    writtenIn(summary) !== undefined &&
    summary !== undefined &&
    !hasValues(summary) &&
    summary.counts.every((count) => count === 0)
  );
}

/** How many of those for whom the question counted have written something. */
export function writersIn(summary: Summary | undefined): number {
  const written = writtenIn(summary);
  if (summary === undefined || written === undefined || hasValues(summary)) return 0;
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  // Where nobody walked, nobody is counted by where they stood; an answer is one text, and words are several.
  if (summary.unmoved === undefined) return sumOf(written.counts) + written.others;
  return sumOf(summary.counts) + summary.unmoved - written.silent;
}
