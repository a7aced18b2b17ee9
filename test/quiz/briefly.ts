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
    case 'order':
      return [quiz, ...question.parts.map(({ text }) => text)].join('|');
    case 'match': {
      const pairs = question.parts.map(({ text, answer }) => `${text}=${question.choices[answer]}`);
      return [quiz, ...pairs, `of ${question.choices.join()}`].join('|');
    }
    default:
      return `${quiz}|${question.kind}`;
  }
}
