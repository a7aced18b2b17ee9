import type { DraftQuestion } from '../../../protocol/desk.js';
import { KINDS } from '../../../protocol/question.js';

/** Whether nothing is written that a stage could show. */
export function isBlank({ kind, quiz, choices = [], image }: DraftQuestion): boolean {
  // Its floor is the picture.
  if (KINDS[kind].floor === 'picture') return !image;
  return !quiz.trim() && !image && choices.every((choice) => !choice.trim());
}
