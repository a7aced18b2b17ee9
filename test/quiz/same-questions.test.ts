import { describe, expect, it } from 'vitest';
import { readQuizFile, type QuizFileFormat } from '../../src/server/desk/files/quiz-file.js';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';
import * as templates from './templates.js';
import { workbookOf } from './workbook.js';
import { singleChoices, type SingleChoice } from './single-choices.js';

const ROUNDS = 40;
const WORDS = [
  'Seoul',
  '한강',
  'x < y',
  '"quoted"',
  'a, b; c',
  '3',
  '1/2',
  'B',
  'é',
  '😀',
  "it's",
  '&amp',
];
const work = new SlicedWork();

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

/** Up to 20 questions of two to four choices, as every program has them. */
function randomQuestions(seed: number): SingleChoice[] {
  const next = numbers(seed);
  return Array.from({ length: 1 + next(20) }, (_, row) => {
    const words = WORDS.toSorted(() => next(3) - 1);
    const choices = words.slice(0, 2 + next(3));
    const quiz = `${words.slice(5, 8).join(' ')} ${row}?`;
    return {
      quiz,
      choices,
      answer: next(choices.length),
      limitTime: 3 + next(118),
    };
  });
}

type Writer = (questions: SingleChoice[]) => [string | Buffer, QuizFileFormat];

/** Choices in four columns, then the time and the number of the right one. */
const cells = ({
  quiz,
  choices,
  answer,
  limitTime,
}: SingleChoice): (string | number | undefined)[] => [
  quiz,
  ...Array.from({ length: 4 }, (_, n) => choices[n]),
  limitTime,
  answer + 1,
];

const WRITERS: Record<string, Writer> = {
  'our CSV': (questions) => {
    const header = ['question', 'choice1', 'choice2', 'choice3', 'choice4', 'seconds', 'answer'];
    const rows = questions.map((question) => cells(question).with(6, `#${question.answer + 1}`));
    return [templates.csvOf([header, ...rows]), 'csv'];
  },
  'our workbook': (questions) => {
    const header = ['문제', '보기1', '보기2', '보기3', '보기4', '시간', '정답'];
    const rows = questions.map((question) => cells(question).with(6, `#${question.answer + 1}`));
    return [workbookOf([header, ...rows]), 'csv'];
  },
  'our JSON': (questions) => {
    const written = questions.map(({ quiz, choices, answer, limitTime }) => {
      return { quiz, choices, answer: answer + 1, limitTime };
    });
    return [JSON.stringify({ questions: written }), 'json'];
  },
  Kahoot: (questions) => [templates.kahoot(questions.map(cells)), 'csv'],
  ClassQuiz: (questions) => [templates.classQuiz(questions.map(cells)), 'csv'],
  Blooket: (questions) => [templates.blooket(questions.map(cells)), 'csv'],
  Wayground: (questions) => {
    const rows = questions.map((question) => {
      const [quiz, a, b, c, d, seconds, answer] = cells(question);
      return [quiz, 'Multiple Choice', a, b, c, d, '', answer, seconds, '', ''];
    });
    return [templates.csvOf(templates.waygroundRows(rows)), 'csv'];
  },
  'arsnova.eu': (questions) => {
    const written = questions.map(({ quiz, choices, answer, limitTime }) => ({
      text: quiz,
      type: 'SINGLE_CHOICE',
      timer: limitTime,
      answers: choices.map((text, index) => ({ text, isCorrect: index === answer })),
    }));
    return [templates.arsnova(written), 'json'];
  },
};

const LETTERS = 'ABCD';
/** These tell no time. */
const TEXTS: Record<string, Writer> = {
  Aiken: (questions) => {
    const blocks = questions.map(({ quiz, choices, answer }) => {
      const lines = choices.map((choice, index) => `${LETTERS[index]}. ${choice}`);
      return [quiz, ...lines, `ANSWER: ${LETTERS[answer]}`, ''].join('\n');
    });
    return [blocks.join('\n'), 'text'];
  },
  'a numbered list with stars': (questions) => {
    const blocks = questions.map(({ quiz, choices, answer }, row) => {
      const lines = choices.map((choice, n) => `${n === answer ? '*' : ''}${n + 1}) ${choice}`);
      return [`${row + 1}. ${quiz}`, ...lines].join('\n');
    });
    return [blocks.join('\n'), 'text'];
  },
};

async function readBack(writer: Writer, questions: SingleChoice[]): Promise<SingleChoice[]> {
  const [body, format] = writer(questions);
  const file = await readQuizFile(Buffer.from(body), format, 'en', '', work);
  expect(file).toMatchObject({ skipped: [], notes: [] });
  return singleChoices(file.set.questions);
}

describe('whatever questions there are, they are read as they were written', () => {
  it.each(Object.entries(WRITERS))('from %s', async (_, writer) => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const questions = randomQuestions(seed);
      expect(await readBack(writer, questions), `seed ${seed}`).toEqual(questions);
    }
  });

  it.each(Object.entries(TEXTS))('from %s', async (_, writer) => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const questions = randomQuestions(seed).map((question) => ({ ...question, limitTime: 15 }));
      expect(await readBack(writer, questions), `seed ${seed}`).toEqual(questions);
    }
  });
});
