/** Finds sets in which one place is right again and again, so that standing there wins. */
import type { ChoiceOrder } from '../../protocol/room-options.js';
import type { QuestionKind } from '../../protocol/question.js';
import type { SamePlace } from '../../protocol/same-place.js';
import { ownRules } from '../kinds/own/own-rules.js';
import { isYesOrNo } from './yes-or-no.js';

/** Fewer questions than these are not told of: as many are easily alike by chance. */
const FEWEST_TOLD = 4;
/** Told from this part of the questions on. */
const TOLD_SHARE = 3 / 4;

/** The part of a question that decides it, as an author's draft has it. */
export interface WrittenChoices {
  kind: QuestionKind;
  choices?: readonly string[] | undefined;
  /** Numbers of the right choices, from 1. */
  answers?: readonly number[] | undefined;
  fixedOrder?: boolean | undefined;
}

/**
 * The place that is right most often among the questions whose choices keep their order (R15.34); undefined where none
 * is right in three of four, or fewer than four keep it. A yes and a no do not count, as no author orders them (R4.4).
 */
export function samePlaceOf(
  questions: readonly WrittenChoices[],
  choiceOrder: ChoiceOrder,
): SamePlace | undefined {
  const kept = questions.filter(
    ({ kind, choices = [], answers = [], fixedOrder = false }) =>
      ownRules(kind).shuffles === true &&
      (fixedOrder || choiceOrder === 'written') &&
      answers.length > 0 &&
      !isYesOrNo(choices),
  );
  const of = kept.length;
  if (of < FEWEST_TOLD) return undefined;
  const counts = new Map<number, number>();
  for (const { answers = [] } of kept)
    for (const place of new Set(answers)) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [place, count] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0, 0];
  return count >= of * TOLD_SHARE ? { place, count, of } : undefined;
}
