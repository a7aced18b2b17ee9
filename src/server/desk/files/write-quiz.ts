import type { QuizSet } from '../../../game/shared/quiz-set.js';

/** A set as people write it in a JSON file: what reads such a file makes the same set of it again. */
export interface WrittenQuiz {
  version: 1;
  title: string;
  language: QuizSet['language'];
  questions: object[];
}

/** A line for each question, so that people can compare two files. */
export function quizFileText({ questions, ...head }: WrittenQuiz): string {
  const lines = questions.map((question) => JSON.stringify(question)).join(',\n');
  return `${JSON.stringify(head).slice(0, -1)},"questions":[\n${lines}\n]}\n`;
}
