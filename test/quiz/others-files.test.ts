import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/game/shared/quiz-set.js';
import {
  parseQuizFile,
  readQuizFile,
  type QuizFile,
} from '../../src/server/desk/files/quiz-file.js';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';
import { refusal } from './faults.js';
import * as templates from './templates.js';
import { workbookOf } from './workbook.js';

const work = new SlicedWork();
const readSheet = (bytes: Uint8Array): Promise<QuizFile> =>
  readQuizFile(bytes, 'csv', 'en', 'Given', work);
const told = ({ skipped, notes, unit }: QuizFile): object => ({ skipped, notes, unit });
/** What is right, or what stands in for it. */
function rightOf(question: Question): string {
  switch (question.kind) {
    case 'choice':
      return question.answers.map((answer) => question.choices[answer]).join(' + ');
    case 'ox':
      return question.answer;
    default:
      return question.kind;
  }
}
const asked = ({ set }: QuizFile): [string, string, number][] =>
  set.questions.map((question) => [question.quiz, rightOf(question), question.limitTime]);

describe('a Kahoot spreadsheet', () => {
  const questions = [
    ['Capital of France?', 'Berlin', 'Paris', 'Rome', undefined, 20, 2],
    ['2 + 2 = ?', 4, 3, undefined, undefined, 240, '1'],
    ['Which are even?', 2, 3, 4, 5, 30, '1,3'],
    ['Who?', 'Ann', undefined, 'Ben', undefined, 20, 1],
  ];

  it.each([8, 4, 1])('is read with its header in row %d', async (headerRow) => {
    const file = await readSheet(templates.kahoot(questions, headerRow));
    expect(asked(file)).toEqual([
      ['Capital of France?', 'Paris', 20],
      ['2 + 2 = ?', '4', 120],
      ['Which are even?', '2 + 4', 30],
    ]);
    expect(told(file)).toEqual({
      unit: 'row',
      notes: [{ row: headerRow + 2, message: 'the time "240" became 120 seconds' }],
      skipped: [{ row: headerRow + 4, message: 'choice 2: is empty, but choice 3 is not' }],
    });
    expect(file.set.title).toBe('Given');
  });

  it('names its right answer by its number, also where a choice is that number', async () => {
    const file = await readSheet(templates.kahoot([['4 / 2?', 4, 3, 2, undefined, 20, 3]]));
    expect(asked(file)).toEqual([['4 / 2?', '2', 20]]);
    const other = await readSheet(templates.kahoot([['4 / 2?', 2, 3, 1, undefined, 20, 1]]));
    expect(asked(other)).toEqual([['4 / 2?', '2', 20]]);
  });

  it('is refused where nothing in it can be played', async () => {
    const sheet = templates.kahoot([['Which are even?', 2, 3, 4, 5, 30, '1,7']]);
    await expect(readSheet(sheet)).rejects.toMatchObject({
      code: 'BAD_QUIZ_FILE',
      rows: [{ row: 9, message: expect.stringContaining('"1,7" is neither') }],
    });
    await expect(readSheet(templates.kahoot([]))).rejects.toThrow('no questions');
  });
});

describe('a Wayground spreadsheet', () => {
  const rows = templates.waygroundRows([
    ['Largest planet?', 'Multiple Choice', 'Earth', 'Mars', 'Jupiter', '', '', 3, 20, '', 'Big.'],
    ['What is this?', 'Multiple Choice', 'A', 'B', '', '', '', 1, '', 'https://pic.test/1.jpg', ''],
    ['Your view?', 'Poll', 'Yes', 'No', '', '', '', '', 30, '', ''],
    ['Odd ones?', 'Checkbox', 1, 2, 3, '', '', '1,3', 900, '', ''],
    ['Say more', 'Open-Ended', '', '', '', '', '', '', 300, '', ''],
    ['Is it?', 'Multiple Choice', 'True', 'False', '', '', '', 2, '', '', '짧'.repeat(501)],
  ]);
  const expected = {
    unit: 'row',
    notes: [
      { row: 4, message: 'its picture is not shown' },
      { row: 6, message: 'the time "900" became 120 seconds' },
      { row: 8, message: 'its explanation was cut at 500 characters' },
    ],
    skipped: [{ row: 7, message: 'choices: must have 2 to 10 choices' }],
  };

  it('is read without the row that explains its columns', async () => {
    const file = await readSheet(workbookOf(rows));
    expect(asked(file)).toEqual([
      ['Largest planet?', 'Jupiter', 20],
      ['What is this?', 'A', 15],
      ['Your view?', 'poll', 30],
      ['Odd ones?', '1 + 3', 120],
      ['Is it?', 'X', 15],
    ]);
    expect(file.set.questions.map(({ explanation }) => explanation?.length)).toEqual([
      4,
      undefined,
      undefined,
      undefined,
      500,
    ]);
    expect(told(file)).toEqual(expected);
  });

  it('is the same as CSV', () => {
    const file = parseQuizFile(templates.csvOf(rows), 'csv', 'en');
    expect(asked(file)).toHaveLength(5);
    expect(told(file)).toEqual(expected);
  });
});

describe('a Blooket CSV', () => {
  it.each([',', ';'])('is read below its title, with %j between the cells', (delimiter) => {
    const text = templates.blooket([
      ['Sky?', 'red', 'blue', '', '', 20, 2, '', ''],
      ['Sea?', 'red', 'blue', 'green', '', 300, '2', '', ''],
    ]);
    const file = parseQuizFile(text.replaceAll(',', delimiter), 'csv', 'en');
    expect(asked(file)).toEqual([
      ['Sky?', 'blue', 20],
      ['Sea?', 'blue', 120],
    ]);
    expect(told(file)).toMatchObject({ notes: [{ row: 4 }], skipped: [] });
  });
});

describe('a ClassQuiz spreadsheet', () => {
  it('is read from row 13', async () => {
    const file = await readSheet(
      templates.classQuiz([
        ['Sky?', 'red', 'blue', undefined, undefined, '20', '2'],
        ['Vote?', 'red', 'blue', undefined, undefined, '20', undefined],
      ]),
    );
    expect(asked(file)).toEqual([['Sky?', 'blue', 20]]);
    expect(told(file)).toMatchObject({ skipped: [{ row: 15, message: 'answer: is empty' }] });
  });
});

describe('our own table in a workbook', () => {
  const header = ['문제', '정답', '보기1', '보기2', '시간'];

  it('is read as from CSV', async () => {
    const sheet = workbookOf([
      header,
      ['하늘 색?', '파랑', '빨강', '파랑', 10],
      [],
      ['땅?', 1, '갈색', '초록'],
    ]);
    const file = await readSheet(sheet);
    expect(asked(file)).toEqual([
      ['하늘 색?', '파랑', 10],
      ['땅?', '갈색', 15],
    ]);
    expect(file.set.language).toBe('ko');
  });

  it('is refused for its faults', async () => {
    const sheet = workbookOf([
      header,
      [],
      ['하늘?', 1, '빨강', '파랑', 240],
      ['땅?', 1, '갈색', '초록'],
    ]);
    await expect(readSheet(sheet)).rejects.toMatchObject({
      rows: [{ row: 3, message: 'seconds: must be a whole number of seconds from 3 to 120' }],
    });
  });

  it('is refused where no row names its columns', async () => {
    const sheet = workbookOf([['Hello'], ['World', 'and', 'more']]);
    await expect(readSheet(sheet)).rejects.toMatchObject({
      rows: expect.arrayContaining([
        { row: 1, message: expect.stringContaining('the column question is missing') },
      ]),
    });
  });
});

describe('JSON of other programs', () => {
  it('from Open Trivia DB, with the characters that its entities stand for', () => {
    const file = parseQuizFile(
      templates.trivia([
        {
          type: 'multiple',
          difficulty: 'easy',
          category: 'Film',
          question:
            'Who said &quot;I&#039;ll be back&quot; in &Eacute;t&eacute; &#x1F600; &amp;lt; &nope;?',
          correct_answer: 'Arnold &ndash; he',
          incorrect_answers: ['Bj&ouml;rk', '&pi;', 'R&eacute;my'],
        },
        {
          type: 'boolean',
          question: 'Is it true?',
          correct_answer: 'False',
          incorrect_answers: ['True'],
        },
        {
          type: 'boolean',
          question: 'Or not?',
          correct_answer: 'True',
          incorrect_answers: ['False'],
        },
        { type: 'multiple', question: 7 },
      ]),
      'json',
      'en',
    );
    expect(file.set.questions[0]).toMatchObject({
      choices: ['Arnold – he', 'Björk', 'Rémy', 'π'],
    });
    expect(asked(file)).toEqual([
      ['Who said "I\'ll be back" in Été 😀 &lt; &nope;?', 'Arnold – he', 15],
      ['Is it true?', 'X', 15],
      ['Or not?', 'O', 15],
    ]);
    expect(told(file)).toEqual({
      unit: 'question',
      notes: [],
      skipped: [{ row: 4, message: 'is not a question that can be read' }],
    });
  });

  it('from arsnova.eu, with its name and time', () => {
    const answers = (...right: boolean[]): object[] =>
      right.map((isCorrect, n) => ({ text: `Choice ${n + 1}`, isCorrect }));
    const file = parseQuizFile(
      templates.arsnova(
        [
          { text: 'One?', type: 'SINGLE_CHOICE', timer: 20, answers: answers(false, true) },
          { text: 'Two?', type: 'MULTIPLE_CHOICE', timer: null, answers: answers(true, true) },
          { text: 'Three?', type: 'SURVEY', answers: answers(false, false) },
          { text: 'Four?', type: 'SINGLE_CHOICE', answers: answers(true, false, false) },
          { text: 'Five?', type: 'SINGLE_CHOICE', enabled: false, answers: answers(true, false) },
        ],
        300,
      ),
      'json',
      'en',
      'Not this',
    );
    expect(file.set.title).toBe('Week 3');
    expect(asked(file)).toEqual([
      ['One?', 'Choice 2', 20],
      ['Two?', 'Choice 1 + Choice 2', 120],
      ['Three?', 'poll', 120],
      ['Four?', 'Choice 1', 120],
    ]);
    expect(told(file)).toEqual({
      unit: 'question',
      notes: [2, 3, 4].map((row) => ({ row, message: 'the time "300" became 120 seconds' })),
      skipped: [{ row: 5, message: 'is switched off in the file' }],
    });
  });

  it('is refused where nothing in it can be played', () => {
    expect(refusal(templates.trivia([]), 'json').message).toContain('no questions');
    expect(refusal(templates.trivia([{}]), 'json').rows).toHaveLength(1);
    expect(
      refusal(templates.trivia(Array.from({ length: 201 }, () => ({}))), 'json').message,
    ).toContain('more than 200');
    expect(refusal(templates.arsnova([{ text: 'Free?', answers: [] }]), 'json').rows).toEqual([
      { row: 1, message: 'has no right choice' },
    ]);
  });
});
