import type { ChoiceQuestion, Question } from './quiz-set.js';
import { sample, type Random } from './random.js';
import type { DrawnChoice, DrawnQuestion } from './room-state.js';
import { isYesOrNo } from './yes-or-no.js';

/** A question as it is asked: with its choices in the order that everybody sees (R4.4). */
export function drawQuestion(question: Question, random: Random): DrawnQuestion {
  switch (question.kind) {
    case 'choice':
      return drawChoice(question, random);
  }
}

function drawChoice(question: ChoiceQuestion, random: Random): DrawnChoice {
  const written = [...question.choices.keys()];
  const order = isYesOrNo(question.choices) ? written : sample(random, written);
  return {
    kind: question.kind,
    quiz: question.quiz,
    choiceList: order.map((choice, index) => ({
      order: index + 1,
      content: question.choices[choice] as string,
    })),
    answer: order.indexOf(question.answer) + 1,
    limitTime: question.limitTime,
  };
}
