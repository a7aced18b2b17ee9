import type { QuizSet } from '../../../game/shared/quiz-set.js';

/** A set as people write it in a JSON file: what reads such a file makes the same set of it again. */
export interface WrittenQuiz {
  /** 2 where items or notes are in it, which version 1 knows nothing of; 3 where it is in several languages. */
  version: 1 | 2 | 3;
  title: string;
  language: QuizSet['language'];
  languages?: QuizSet['languages'];
  texts?: QuizSet['texts'];
  questions: object[];
}

/** A line for each question, so that people can compare two files. */
export function quizFileText({ questions, ...head }: WrittenQuiz): string {
  const lines = questions.map((question) => JSON.stringify(question)).join(',\n');
  return `${JSON.stringify(head).slice(0, -1)},"questions":[\n${lines}\n]}\n`;
}
