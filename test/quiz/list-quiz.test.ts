import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/i18n/made/languages.js';
import { serverWords } from '../../src/i18n/made/server/words.js';
import { parseQuizFile, type QuizFile } from '../../src/server/desk/files/quiz-file.js';
import { refusal } from './faults.js';
import { singleChoices } from './single-choices.js';

const read = (text: string): QuizFile => parseQuizFile(text, 'text', 'en');
/** Each question with its choices, of which the right one has a star. */
const marked = ({ set }: QuizFile): string[] =>
  singleChoices(set.questions).map(({ quiz, choices, answer }) =>
    [quiz, ...choices.map((choice, index) => (index === answer ? `*${choice}` : choice))].join('|'),
  );

const SKY = 'Sky?|red|*blue|green';
const SEA = 'Sea?|*wet|dry';

describe('a pasted text', () => {
  it.each([
    [
      'Aiken, as Moodle has it',
      'Sky?\nA. red\nB. blue\nC. green\nANSWER: B\n\nSea?\nA) wet\nB) dry\nANSWER: A\n',
    ],
    [
      'Aiken without blank lines, and with small letters',
      'Sky?\na) red\nb) blue\nc) green\nAnswer: b)\nSea?\n(a) wet\n(b) dry\nanswer : A',
    ],
    [
      'numbers and signs of Korean tests',
      '1. Sky?\n① red\n② blue\n③ green\n정답: ②\n2. Sea?\n① wet\n② dry\n정답: 1번',
    ],
    [
      'Hangul letters',
      '문제 1. Sky?\n가. red\n나. blue\n다. green\n답: 나\n문제 2. Sea?\nㄱ) wet\nㄴ) dry\n답: ㄱ',
    ],
    [
      'a star before the right one, in numbered lists',
      '1. Sky?\na) red\n*b) blue\nc) green\n2. Sea?\n* a) wet\nb) dry',
    ],
    [
      'a star behind the letter',
      '1) Sky?\n A. red\n B. *blue\n C. green\n2) Sea?\n A. ✓ wet\n B. dry',
    ],
    ['numbers in two styles', '1. Sky?\n1) red\n2) *blue\n3) green\n2. Sea?\n1) *wet\n2) dry'],
    ['numbers in one style', '1. Sky?\n1. red\n2. *blue\n3. green\n\n2. Sea?\n1. *wet\n2. dry'],
    ['lines alone', 'Sky?\nred\n*blue\ngreen\n\nSea?\n*wet\ndry\n'],
    [
      'lines with much space',
      'Sky?\n\nA. red\n\nB. blue\n\nC. green\n\nAnswer: B\n\nSea?\n\nA. wet\n\nB. dry\n\nAnswer: A',
    ],
    [
      'bullets and the text of the answer',
      'Q1. Sky?\n- red\n- blue\n- green\nAnswer: blue\nQ2. Sea?\n• wet\n• dry\nAnswer: wet',
    ],
    ['cells with a star', 'Sky?\tred\t*blue\tgreen\nSea?\t*wet\tdry'],
    [
      'what explains the answer',
      'Sky?\nA. red\nB. blue\nC. green\nAnswer: B\n해설: It is.\nSea?\nA. wet\nB. dry\nAnswer: A\nExplanation: x',
    ],
  ])('%s', (_, text) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const file = read(text.replaceAll('\n', end));
      expect(marked(file)).toEqual([SKY, SEA]);
      expect(file).toMatchObject({ skipped: [], notes: [] });
    }
  });

  it.each([...LANGUAGES])('has its answers in the words of %s, whoever reads it', (language) => {
    const { answers, explanations, questions } = serverWords[language].server.paste;
    for (const [at, answer] of answers.entries()) {
      const explanation = explanations[at % explanations.length] ?? '';
      const question = questions[at % questions.length] ?? '';
      for (const word of [answer, answer.toUpperCase(), answer.normalize('NFD')]) {
        const file = read(
          `${question} 1. Sky?\nA. red\nB. blue\nC. green\n${word} : B\n${explanation}: It is.\n` +
            `${question} 2: Sea?\nA. wet\nB. dry\n${word}：A`,
        );
        expect([word, ...marked(file)]).toEqual([word, SKY, SEA]);
        expect(file.set.questions[0]).toMatchObject({ explanation: 'It is.' });
      }
    }
  });

  it.each([
    'Answer',
    'answers',
    'Ans',
    'ans.',
    'Correct answer',
    'CORRECT  ANSWERS',
    'correct ans',
    '정답',
    '답',
    '해답',
  ])('has its answer behind "%s:"', (word) => {
    expect(marked(read(`Sea?\nA. wet\nB. dry\n${word}: A`))).toEqual([SEA]);
  });

  it.each(['Answered', 'The answer', 'Ansatz', 'Antworte'])(
    'has more of a choice behind "%s:"',
    (word) => {
      expect(marked(read(`Sea?\n*A. wet\nB. dry\n${word}: A`))).toEqual([
        `Sea?|*wet|dry ${word}: A`,
      ]);
    },
  );

  it('has the numbers and letters of Chinese and Japanese tests', () => {
    expect(
      marked(
        read(
          '第1题：Sky?\nA、red\nB、blue\nC、green\n答案：B\n第2题：Sea?\nA．wet\nB．dry\n答案：A',
        ),
      ),
    ).toEqual([SKY, SEA]);
    expect(
      marked(
        read('問1．Sky?\n1．red\n2．blue\n3．green\n正解：2\n\n問2．Sea?\n1．wet\n2．dry\n正解：1'),
      ),
    ).toEqual([SKY, SEA]);
  });

  it('is read with lines that are nearly an answer, and long', () => {
    const gap = ' '.repeat(1_900);
    const lines = Array.from({ length: 40 }, () => `correct${gap}answers${gap.slice(0, 60)}x`);
    const file = read(
      `Sea?\nA. wet\n${lines.join('\n')}\nB. dry\nAnswer: A\n\n${SKY.replaceAll('|', '\n')}`,
    );
    expect(marked(file)).toEqual([SKY]);
    expect(file.skipped).toMatchObject([{ row: 1 }]);
  });

  it('may have questions and choices of several lines', () => {
    const text = '1. What\nis it?\nA. one\nand more\nB. two\nAnswer: A';
    expect(marked(read(text))).toEqual(['What is it?|*one and more|two']);
  });

  it('takes a number as a choice’s text where the choices have no marks', () => {
    expect(marked(read('4 / 2?\n4\n3\n2\nAnswer: #3\n'))).toEqual(['4 / 2?|4|3|*2']);
    const { skipped } = read('Left?\nx\ny\nAnswer: x\n\n4 / 2?\n4\n3\n2\nAnswer: 2');
    expect(skipped).toEqual([
      { row: 6, message: expect.stringContaining('"2" could be choice 2') },
    ]);
  });

  it('may be a table or JSON', () => {
    expect(marked(read('question\tanswer\tchoice1\tchoice2\nSea?\t1\twet\tdry'))).toEqual([SEA]);
    expect(marked(read('Question,Answer 1,Answer 2,Correct answer(s)\n"Sea?",wet,dry,1'))).toEqual([
      SEA,
    ]);
    const json = { questions: [{ quiz: 'Sea?', choices: ['wet', 'dry'], answer: 1 }] };
    expect(marked(read(JSON.stringify(json, undefined, 2)))).toEqual([SEA]);
  });

  it('tells by their lines which questions cannot be played', () => {
    const file = read(
      [
        'Friday quiz',
        '',
        '1. Sea?',
        'A. wet',
        'B. dry',
        'ANSWER: A',
        '',
        '2. No answer?',
        'A. x',
        'B. y',
        '',
        '3. Two stars?',
        '*A. x',
        '*B. y',
        'C. z',
        'Explanation: both are.',
        '',
        '4. Wrong letter?',
        'A. x',
        'B. y',
        'ANSWER: E',
        '5. One choice?',
        'A. x',
        'ANSWER: A',
        '6. Sea?',
        'A. dry',
        'B. wet',
        'ANSWER: B',
      ].join('\n'),
    );
    expect(file.set.questions.map(({ quiz }) => quiz)).toEqual(['Sea?', 'Two stars?']);
    expect(file.set.questions[1]).toMatchObject({ answers: [0, 1], explanation: 'both are.' });
    expect(file.unit).toBe('line');
    expect(file.skipped).toEqual([
      { row: 1, message: 'has no choices below it' },
      { row: 8, message: expect.stringContaining('has no right choice: put *') },
      { row: 18, message: expect.stringContaining('answer: "E" is neither') },
      { row: 22, message: 'choices: must have 2 to 10 choices' },
      { row: 25, message: 'is the same question as in line 3' },
    ]);
  });

  it.each([
    ['prose', 'Dear colleagues,\nthis is no quiz.\n\nBest regards'],
    ['a list without a right one', '* one\n* two\n* three'],
    ['one line', 'hello'],
  ])('is refused where it is %s', (_, text) => {
    expect(refusal(text, 'text').rows.length).toBeGreaterThan(0);
  });

  it('is refused with too many lines or questions', () => {
    expect(refusal('x\n'.repeat(4_001), 'text').message).toContain('4000 rows');
    const many = Array.from({ length: 201 }, (_, n) => `Q${n}?\nA. x\nB. y\nANSWER: A\n`).join('');
    expect(refusal(many, 'text').message).toContain('more than 200 questions');
  });
});
