import type { DraftFault, DraftQuestion } from '../../../../protocol/desk.js';

/** What the form of each kind is given. */
export interface FormProps {
  question: DraftQuestion;
  faults: readonly DraftFault[];
  /** `field` names where somebody types. */
  onedit: (changes: Partial<DraftQuestion>, field?: string) => void;
}
