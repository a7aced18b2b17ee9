import type { DraftFault, DraftQuestion } from '../../../../protocol/desk.js';

/** What the form of each kind is given. */
export interface FormProps {
  question: DraftQuestion;
  faults: readonly DraftFault[];
  /** `field` names where somebody types. */
  onedit: (changes: Partial<DraftQuestion>, field?: string) => void;
}

/** Marks beside the choices of a question. */
export interface ChoiceMarks {
  type: 'checkbox' | 'radio';
  /** The choices that have one, from 1. */
  numbers: readonly number[];
  label: (of: { number: number }) => string;
  mark: (number: number) => void;
  testid: string;
}

/** How the choices of a question are called. */
export interface ChoiceNames {
  legend: string;
  row: (of: { number: number }) => string;
  remove: (of: { number: number }) => string;
  add: string;
}
