import type { QuizSet } from '../game/quiz-set.js';
import type { QuizSetSummary } from '../protocol/index.js';

/** Where quiz sets come from. Ids are strings; banks may know aliases of them. */
export interface QuizBank {
  list(): Promise<QuizSetSummary[]>;
  /** The whole set, answers included, or undefined where no set has this id or alias. */
  find(id: string): Promise<QuizSet | undefined>;
  /** The id of the set that a new room starts with in this language. */
  defaultId(language: QuizSet['language']): string;
}

export const QUIZ_BANK = Symbol('QUIZ_BANK');
