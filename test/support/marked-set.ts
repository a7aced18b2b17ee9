import type { ChoiceQuestion, QuizSet } from '../../src/game/shared/quiz-set.js';

interface ChoiceSet extends QuizSet {
  questions: ChoiceQuestion[];
}

/** Every text of the set names its question, so that a byte that leaks can be told. */
export const markedSet: ChoiceSet = {
  id: 'test-set',
  title: 'Marked',
  language: 'en',
  questions: Array.from({ length: 20 }, (_, n) => ({
    kind: 'choice',
    quiz: `MARK-${n}- what?`,
    choices: [0, 1, 2, 3].map((choice) => `MARK-${n}- choice ${choice}`),
    answers: [n % 4],
    limitTime: 60,
  })),
};

/** Numbers of the questions of which any text stands in the bytes. */
export function marksIn(bytes: string): Set<string> {
  return new Set([...bytes.matchAll(/MARK-(\d+)-/g)].map(([, n]) => n!));
}
