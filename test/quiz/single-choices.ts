import type { Question, Worth } from '../../src/game/shared/quiz-set.js';

/** A question with one right choice, which counts from 0. */
export interface SingleChoice extends Worth {
  quiz: string;
  choices: string[];
  answer: number;
  limitTime: number;
}

/** Throws where one is of another kind or has several right choices. */
export function singleChoices(questions: readonly Question[]): SingleChoice[] {
  return questions.map((question) => {
    if (question.kind !== 'choice' || question.answers.length !== 1)
      throw new Error(`${question.quiz} is another kind of question`);
    const { kind: _, answers, ...rest } = question;
    return { ...rest, answer: answers[0]! };
  });
}
