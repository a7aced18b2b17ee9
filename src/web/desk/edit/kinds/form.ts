import type { DraftFault, DraftQuestion } from '../../../../protocol/desk.js';

/** What the form of each kind is given. */
export interface FormProps {
  question: DraftQuestion;
  faults: readonly DraftFault[];
  /** `field` names where somebody types. */
  onedit: (changes: Partial<DraftQuestion>, field?: string) => void;
}

/** What is wrong with a field, or with one of a list. */
export function faultAt(faults: readonly DraftFault[], field: string, index?: number): string {
  return faults.find((fault) => fault.field === field && fault.index === index)?.message ?? '';
}
