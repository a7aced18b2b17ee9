/** A question that becomes one of another kind, with what can be kept of it. */
import { filledChoices } from '../../../../game/kinds/own/choice.js';
import { filledParts } from '../../../../game/kinds/own/series.js';
import type { DraftPart, DraftQuestion } from '../../../../protocol/desk.js';
import { isSeries, type QuestionKind, type SeriesKind } from '../../../../protocol/question.js';
import { fittingSeconds } from '../fitting-seconds.js';
import { WRITTEN_KINDS } from './written-kinds.js';

/** The fields of its own kind stay, so that coming back finds them. */
export function become(question: DraftQuestion, kind: QuestionKind): Partial<DraftQuestion> {
  const { template } = WRITTEN_KINDS[kind];
  const kept = {
    ...template,
    // Where places are marked already, they keep their meaning on the picture.
    ...(question.places && { whole: question.whole }),
    ...takenOver(question, kind, template),
  };
  const missing = Object.entries(kept).filter(([field]) => isMissing(question, field));
  const changes = {
    ...Object.fromEntries(missing),
    ...(isSeries(question.kind) && isSeries(kind) && unplaced(question, kind)),
    kind,
  } as Partial<DraftQuestion>;
  // The time of one part is no time for a whole question.
  if (isSeries(question.kind) === isSeries(kind)) return changes;
  return { ...changes, limitTime: fittingSeconds({ ...question, ...changes }) };
}

/** True is no group, and a group is not true. */
function unplaced(question: DraftQuestion, kind: SeriesKind): Partial<DraftQuestion> {
  const parts = filledParts(question);
  if (kind === 'order' || kind === question.kind || parts.length === 0) return {};
  return { parts: parts.map(({ text }) => ({ text })) };
}

/** A list in which nothing stands is as if it were not there. */
function isMissing(question: DraftQuestion, field: string): boolean {
  if (field === 'parts') return filledParts(question).length === 0;
  if (field === 'choices') return filledChoices(question).length === 0;
  return !(field in question);
}

/** Choices become parts in their order, and parts choices; what has both keeps its own. */
function takenOver(
  question: DraftQuestion,
  kind: QuestionKind,
  template: Partial<DraftQuestion>,
): Partial<DraftQuestion> {
  const [choices, parts] = [filledChoices(question), filledParts(question)];
  if (template.choices && template.parts) return {};
  if (template.parts && choices.length > 0) return { parts: choices.map(partOf) };
  if (template.choices === undefined || parts.length === 0) return {};
  const rights = parts.flatMap(({ zone }, n) => (zone === 1 ? n + 1 : []));
  return {
    choices: parts.map(({ text }) => text),
    ...(question.kind === 'statements' && template.answers && { answers: rights }),
  };

  /** As statements, right choices are true. */
  function partOf(text: string, n: number): DraftPart {
    const { answers = [] } = question;
    if (kind !== 'statements' || answers.length === 0) return { text };
    return { text, zone: answers.includes(n + 1) ? 1 : 2 };
  }
}
