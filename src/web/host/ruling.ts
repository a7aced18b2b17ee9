import type { RightNumber, Target } from '../../protocol/question.js';

/** A judgement that is to stand; without anything that is right, the set's own. */
export interface Ruling {
  isVoid: boolean;
  /** Choices by `order`, or places by number. */
  rights: readonly number[] | null;
  number?: Omit<RightNumber, 'kind'> | undefined;
  /** All spellings of a text. */
  accepted?: readonly string[] | undefined;
  /** Spellings that are right beside those that stand. */
  accept?: readonly string[] | undefined;
  /** The right place of a map. */
  target?: Target | undefined;
}
