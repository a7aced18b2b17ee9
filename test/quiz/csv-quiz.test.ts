import { describe, expect, it } from 'vitest';
import { refusal, setOf } from './faults.js';

const HEADER = 'question,answer,choice1,choice2,choice3,seconds';
const csv = (...rows: string[]): string => [HEADER, ...rows].join('\n');
const first = (text: string) => setOf(text, 'csv', 'en').questions[0];

describe('a CSV quiz file', () => {
  it('becomes a set: answers count from 1 in the file and from 0 in the set', () => {
    expect(setOf(csv('Capital of Italy?,2,Paris,Rome,Bern,20'), 'csv', 'en')).toEqual({
      id: 'custom',
      title: 'Custom quiz',
      language: 'en',
      questions: [
        {
          kind: 'choice',
          quiz: 'Capital of Italy?',
          choices: ['Paris', 'Rome', 'Bern'],
          answers: [1],
          limitTime: 20,
        },
      ],
    });
  });

  it.each([
    ['우리 반'.normalize('NFD'), '우리 반'],
    [' Class 3 ', 'Class 3'],
    ['', 'Custom quiz'],
    ['\u200B', 'Custom quiz'],
    ['a\u0000b', 'Custom quiz'],
    ['long '.repeat(9), 'Custom quiz'],
    ['x'.repeat(1_000_000), 'Custom quiz'],
  ])('has the title that is given, where it can be shown: %j', (given, title) => {
    expect(setOf(csv('Q?,1,A,B,,'), 'csv', 'en', given).title).toBe(title);
  });

  it('has a title in the language of the page, and is Korean where its questions are', () => {
    const set = setOf(csv('수도는?,1,서울,부산,,'), 'csv', 'ko');
    expect(set).toMatchObject({ title: '진행자가 올린 문제집', language: 'ko' });
    expect(setOf(csv('Capital?,1,Seoul,Busan,,'), 'csv', 'ko').language).toBe('en');
  });

  it('gives 15 seconds and as many choices as are filled in', () => {
    expect(first(csv('Yes?,Yes,Yes,No,,'))).toEqual({
      kind: 'choice',
      quiz: 'Yes?',
      choices: ['Yes', 'No'],
      answers: [0],
      limitTime: 15,
    });
  });

  it('may have its columns in any order, with notes of its own', () => {
    const text = 'No.,Choice 2,note,SECONDS,answer,Choice_1,question,\n7,B,hard!,9,A,A,Which?,\n';
    expect(first(text)).toEqual({
      kind: 'choice',
      quiz: 'Which?',
      choices: ['A', 'B'],
      answers: [0],
      limitTime: 9,
    });
  });

  it('may have a Korean header, also as macOS decomposes it', () => {
    const header = '번호,문제,정답,보기1,보기 2,보기３,시간';
    for (const names of [header, header.normalize('NFD'), header.replace('시간', '시간 （초）')])
      expect(first(`${names}\n1,수도는?,②,부산,서울,대전,10`)).toMatchObject({
        answers: [1],
        limitTime: 10,
      });
  });

  it.each([
    ['points', '2', { points: 2 }],
    ['Points', '0', { points: 0 }],
    ['배점', '２', { points: 2 }],
    ['점수', '1', {}],
    ['points', '', {}],
  ])('may have a column %j with what a question is worth: %j', (name, cell, worth) => {
    const question = first(`question,answer,choice1,choice2,${name}\nWhich?,1,A,B,${cell}`);
    expect(question).toEqual({
      kind: 'choice',
      quiz: 'Which?',
      choices: ['A', 'B'],
      answers: [0],
      limitTime: 15,
      ...worth,
    });
  });

  it.each([',', ';', '\t'])('may separate its cells with %j', (delimiter) => {
    const text = csv('Which?,2,A,B,C,10').replaceAll(',', delimiter);
    expect(first(text)).toMatchObject({ choices: ['A', 'B', 'C'], answers: [1] });
  });

  it.each(['\n', '\r\n', '\r'])('may end its lines with %j', (end) => {
    const text = csv('Which?,2,A,B,C,10', '', 'And?,1,A,B,,').replaceAll('\n', end);
    expect(setOf(text, 'csv', 'en').questions).toHaveLength(2);
  });

  it('may quote cells, with delimiters, line breaks and quote marks within', () => {
    expect(first(csv('"Who said ""I came,\r\nI saw""?",1,"Caesar, Julius",Nero,,'))).toMatchObject({
      quiz: 'Who said "I came, I saw"?',
      choices: ['Caesar, Julius', 'Nero'],
    });
    expect(first(csv('What is "x"?,1,A,B,,'))?.quiz).toBe('What is "x"?');
  });

  it.each([
    ['a number', '3', '5,6,7', 2],
    ['a number with a mark', '#3', '3,4,5', 2],
    ['a circled number', '②', 'A,B,C', 1],
    ['the exact text', 'B', 'A,B,C', 1],
    ['a text that is a number, but of no choice', '40', '20,30,40', 2],
    ['a number that is also the text of that choice', '2', '1,2,3', 1],
  ])('may name its answer by %s', (_, answer, choices, index) => {
    expect(first(csv(`Which?,${answer},${choices},`))).toMatchObject({ answers: [index] });
  });

  it('may ask the same words again with other choices', () => {
    const text = csv('Which is right?,1,A,B,,', 'Which is right?,1,A,C,,');
    expect(setOf(text, 'csv', 'en').questions).toHaveLength(2);
  });
});

describe('the encodings of spreadsheets', () => {
  const text = 'question,answer,choice1,choice2\n펲시와 똠양꿍, 뷁?,1,가나다,라마바'.replace(
    ', ',
    ' ',
  );
  const korean = { quiz: '펲시와 똠양꿍 뷁?', choices: ['가나다', '라마바'] };

  it('UTF-8 with and without its mark', () => {
    expect(first(`\uFEFF${text}`)).toMatchObject(korean);
    const questions = [text, `\uFEFF${text}`].map(
      (body) => setOf(Buffer.from(body), 'csv', 'en').questions[0],
    );
    for (const question of questions) expect(question).toMatchObject(korean);
  });

  it('UTF-16 with its mark', () => {
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const body of [little, big])
      expect(setOf(body, 'csv', 'en').questions[0]).toMatchObject(korean);
  });

  it('CP949, with the syllables that EUC-KR lacks', () => {
    // `펲시와 똠양꿍 뷁?` and the choices, as Python's cp949 codec writes them.
    const body = Buffer.concat([
      Buffer.from('question,answer,choice1,choice2\n'),
      Buffer.from('bc84bdc3bfcd208c63bee7b2e12094ee3f', 'hex'),
      Buffer.from(',1,'),
      Buffer.from('b0a1b3aab4d9', 'hex'),
      Buffer.from(','),
      Buffer.from('b6f3b8b6b9d9', 'hex'),
    ]);
    expect(setOf(body, 'csv', 'en').questions[0]).toMatchObject(korean);
  });

  it.each([
    [
      'a Western code page',
      Buffer.from('question,answer,choice1,choice2\nWhat\x92s it?,1,A,B', 'latin1'),
    ],
    ['an Excel workbook', Buffer.from('504b030414000600080000002100fffefdfc', 'hex')],
    ['damaged UTF-8', Buffer.concat([Buffer.from('문제,정답,보기1,보기2\n'), Buffer.of(0xff)])],
  ])('%s is refused, not misread', (_, body) => {
    expect(refusal(body, 'csv').message).toContain('CSV UTF-8');
  });
});

describe('a CSV quiz file with faults is refused, with the rows that a spreadsheet shows', () => {
  const good = 'Good?,1,A,B,C,10';
  const faults: [string, string, { row: number; message: string }[]][] = [
    ['no answer', csv(good, 'Q?,,A,B,,'), [{ row: 3, message: 'answer: is empty' }]],
    [
      'an answer of 0, and one after the last choice',
      csv('Q?,0,A,B,,', good, 'R?,3,A,B,,'),
      [
        { row: 2, message: 'answer: "0" is neither a number from 1 to 2' },
        { row: 4, message: 'answer: "3" is neither a number from 1 to 2' },
      ],
    ],
    [
      'an answer that could mean two choices',
      csv('4 / 2?,2,4,3,2,'),
      [{ row: 2, message: 'answer: "2" could be choice 2 or the text of choice 3' }],
    ],
    [
      'an answer in other capitals',
      csv('Q?,paris,Paris,Rome,,'),
      [{ row: 2, message: 'answer: "paris" is neither' }],
    ],
    ['no question', csv(',1,A,B,,'), [{ row: 2, message: 'question: is empty' }]],
    ['no choices', csv('Q?,1,,,,'), [{ row: 2, message: 'choices: must have 2 to 10 choices' }]],
    ['one choice', csv('Q?,1,A,,,'), [{ row: 2, message: 'choices: must have 2 to 10 choices' }]],
    [
      'a gap between choices',
      csv('Q?,1,A,,C,'),
      [{ row: 2, message: 'choice 2: is empty, but choice 3 is not' }],
    ],
    [
      'a choice twice',
      csv('Q?,1,A,B,A,'),
      [{ row: 2, message: 'choice 3: is the same as an earlier choice' }],
    ],
    [
      'seconds out of range, or not a whole number',
      csv('Q?,1,A,B,,2', 'R?,1,A,B,,121', 'S?,1,A,B,,1.5', 'T?,1,A,B,,15s'),
      [2, 3, 4, 5].map((row) => ({ row, message: 'seconds: must be a whole number' })),
    ],
    [
      'points that are not 0, 1 or 2',
      'question,answer,choice1,choice2,points\nQ?,1,A,B,3\nR?,1,A,B,x2\nS?,1,A,B,0.5',
      [2, 3, 4].map((row) => ({ row, message: 'points: must be 0 (just for fun), 1 or 2' })),
    ],
    [
      'texts too long',
      csv(`${'x'.repeat(301)},1,A,${'y'.repeat(81)},,`),
      [
        { row: 2, message: 'question: is longer than 300' },
        { row: 2, message: 'choice 2: is longer than 80' },
      ],
    ],
    [
      'characters that cannot be shown',
      csv('a\u0000b,1,A,B,,', 'a\u202Eb,1,A,B,,', 'Q?,1,\u3164,B,,'),
      [
        { row: 2, message: 'question: has characters' },
        { row: 3, message: 'question: has characters' },
        { row: 4, message: 'choice 1: has characters' },
      ],
    ],
    [
      'a comma without quote marks',
      csv('Well, what?,1,A,B,C,10'),
      [{ row: 2, message: 'has more cells' }],
    ],
    [
      'a question twice, its choices in another order',
      csv(good, '', 'Good?,2,C,A,B,'),
      [{ row: 4, message: 'is the same question as in row 2' }],
    ],
    [
      'a fault below blank rows and cells of several lines',
      `\n${HEADER}\n"two\nlines",1,"A\r\n!",B,,\n\n,,,,,\nQ?,9,A,B,,`,
      [{ row: 6, message: 'answer: "9"' }],
    ],
    [
      'a quote mark that nothing closes',
      csv(good, '"two\nlines",1,A,B,,', '"Q?,1,A,B,,', good),
      [{ row: 4, message: 'a cell begins with a quote mark' }],
    ],
    [
      'a header without needed columns',
      'question,choice1\nQ?,A',
      [
        { row: 1, message: 'the column answer is missing' },
        { row: 1, message: 'the column choice2 is missing' },
      ],
    ],
    [
      'a misspelt column',
      'question,answer,choice1,choice2,choise3\nQ?,1,A,B,C',
      [{ row: 1, message: '"choise3" is not the name of a column' }],
    ],
    [
      'an eleventh choice',
      'question,answer,choice1,choice2,choice11\nQ?,1,A,B,C',
      [{ row: 1, message: '"choice11" is not the name of a column' }],
    ],
    [
      'a column twice, under two names',
      'question,answer,choice1,choice2,문제\nQ?,1,A,B,C',
      [{ row: 1, message: 'there are two question columns: keep one of them' }],
    ],
    [
      'columns named like an object’s own',
      'question,answer,choice1,choice2,__proto__,constructor\nQ?,1,A,B,C,D',
      [
        { row: 1, message: '"__proto__" is not' },
        { row: 1, message: '"constructor" is not' },
      ],
    ],
  ];

  it.each(faults)('%s', (_, text, rows) => {
    const error = refusal(text, 'csv');
    expect(error.rows).toEqual(
      rows.map(({ row, message }) => ({ row, message: expect.stringContaining(message) })),
    );
    expect(error.message).toContain(`Row ${rows[0]?.row}: `);
  });

  it('lists 20 faults at most', () => {
    const error = refusal(csv(...Array.from({ length: 50 }, (_, n) => `Q${n}?,,A,B,,`)), 'csv');
    expect(error.rows.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    expect(error.message).toBe('Row 2: answer: is empty (and at least 19 more)');
  });

  it.each([
    ['nothing', '', 'empty'],
    ['only blank rows', '\n , ,\n', 'empty'],
    ['only a header', `${HEADER}\n\n`, 'no questions'],
  ])('%s', (_, text, message) => {
    const error = refusal(text, 'csv');
    expect(error.rows).toEqual([]);
    expect(error.message).toContain(message);
  });
});
