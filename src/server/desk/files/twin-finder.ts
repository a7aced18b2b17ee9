import type { Question } from '../../../game/shared/quiz-set.js';
import { fileKind } from './kinds/file-kinds.js';

interface Asked {
  question: Question;
  row: number;
}

/**
 * Finds questions that are in a file twice. The text alone is no criterion: "Which of these is
 * right?" may well be asked again with other choices.
 */
export class TwinFinder {
  private readonly firsts = new Map<string, Asked>();
  /** Of texts that are there again; to make a key for every question takes long. */
  private readonly rows = new Map<string, number>();

  /** The row of an earlier question with the same text and choices, in whatever order. */
  rowOfTwin(question: Question, row: number): number | undefined {
    const first = this.firsts.get(question.quiz);
    if (first === undefined) {
      this.firsts.set(question.quiz, { question, row });
      return undefined;
    }
    this.rows.set(keyOf(first.question), first.row);
    const key = keyOf(question);
    const twin = this.rows.get(key);
    if (twin === undefined) this.rows.set(key, row);
    return twin;
  }
}

function keyOf(question: Question): string {
  const { kind, quiz } = question;
  return JSON.stringify([kind, quiz, ...fileKind(kind).twin(question)]);
}
