import type { Question } from '../game/quiz-set.js';

/**
 * Finds questions that are in a file twice. The text alone is no criterion: "Which of these is
 * right?" may well be asked again with other choices.
 */
export class TwinFinder {
  private readonly rows = new Map<string, number>();

  /** The row of an earlier question with the same text and choices, in whatever order. */
  rowOfTwin(question: Question, row: number): number | undefined {
    const key = JSON.stringify([question.quiz, ...question.choices.toSorted()]);
    const twin = this.rows.get(key);
    if (twin === undefined) this.rows.set(key, row);
    return twin;
  }
}
