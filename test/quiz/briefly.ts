import type { Question } from '../../src/game/shared/quiz-set.js';

/** A question with what is right of it. */
export function briefly(question: Question): string {
  const { quiz } = question;
  switch (question.kind) {
    case 'choice': {
      const choices = question.choices.map((choice, n) =>
        question.answers.includes(n) ? `*${choice}` : choice,
      );
      return [quiz, ...choices].join('|');
    }
    case 'ox':
      return `${quiz}|${question.answer}`;
    case 'number': {
      const { answer, tolerance, min, max, step, unit = '' } = question;
      return `${quiz}|${answer}±${tolerance}${unit} of ${min}..${max} by ${step}`;
    }
    case 'typed':
      return [quiz, ...question.accepted, ...(question.wrong ?? []).map((no) => `-${no}`)].join(
        '|',
      );
    default:
      return `${quiz}|${question.kind}`;
  }
}
