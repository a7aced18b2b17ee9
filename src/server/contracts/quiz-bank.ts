import type { QuizSet } from '../../game/shared/quiz-set.js';
import type { QuizSetSummary } from '../../protocol/index.js';
import type { PictureBytes } from './picture-bytes.js';

/**
 * Where quiz sets come from. Ids are strings; banks may know aliases of them. Sets that are kept for a host
 * are found for that host only, and while they cannot be reached only asking for them fails (DATABASE_AWAY).
 */
export interface QuizBank {
  /** Of a host's many sets the latest ones, and the one with the id `wanted`. */
  list(hostId?: string, wanted?: string): Promise<QuizSetSummary[]>;
  /** The whole set, answers included, or undefined where no set has this id or alias. */
  find(id: string, hostId?: string): Promise<QuizSet | undefined>;
  /** A picture that a set of everybody names, which comes with the program. */
  picture(id: string): PictureBytes | undefined;
  /** The id of the set that a new room starts with in this language. */
  defaultId(language: QuizSet['language']): string;
}

/** The sets of everybody, and of each host. */
export const QUIZ_BANK = Symbol('QUIZ_BANK');
/** Those of everybody alone. */
export const READY_SETS = Symbol('READY_SETS');
