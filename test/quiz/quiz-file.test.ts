import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseQuizFile, QuizFileError } from '../../src/server/desk/files/quiz-file.js';
import { refusal, setOf } from './faults.js';
import { singleChoices } from './single-choices.js';

const MAX_BYTES = 256 * 1024;
const question = { quiz: 'Which?', choices: ['A', 'B'], answer: 1 };
const json = (fields: object): string => JSON.stringify({ questions: [question], ...fields });

describe('a JSON quiz file', () => {
  it('becomes a set: answers count from 1 in the file and from 0 in the set', () => {
    const byText = { quiz: 'How much?', choices: ['4', '2'], answer: '2', limitTime: 3 };
    const text = json({ title: 'Mine', language: 'ko', questions: [question, byText] });
    expect(setOf(text, 'json', 'en')).toEqual({
      id: 'custom',
      title: 'Mine',
      language: 'ko',
      questions: [
        { kind: 'choice', quiz: 'Which?', choices: ['A', 'B'], answers: [0], limitTime: 15 },
        { kind: 'choice', quiz: 'How much?', choices: ['4', '2'], answers: [1], limitTime: 3 },
      ],
    });
  });

  it('may say what a question is worth (R6.9)', () => {
    const questions = [0, 1, 2].map((points) => ({ ...question, quiz: `${points}?`, points }));
    const read = setOf(json({ questions }), 'json', 'en').questions;
    expect(singleChoices(read).map(({ points }) => points)).toEqual([0, undefined, 2]);
  });

  it('needs neither title nor language', () => {
    expect(setOf(json({}), 'json', 'en', 'Given')).toMatchObject({
      title: 'Given',
      language: 'en',
    });
  });

  it('may be the file of a built-in set', async () => {
    const file = await readFile(
      new URL('../../src/server/desk/sets/bank/sets/ko-science.json', import.meta.url),
    );
    expect(setOf(file, 'json', 'en')).toMatchObject({ id: 'custom', language: 'ko' });
  });

  const questionFaults: [string, unknown, string][] = [
    ['an answer of 0', { ...question, answer: 0 }, 'answer: must be from 1 to 2'],
    ['an answer after the last choice', { ...question, answer: 3 }, 'answer: must be from 1 to 2'],
    ['an answer that is no choice', { ...question, answer: '1' }, 'answer: "1" is not the text'],
    [
      'a number beyond all counting',
      { ...question, answer: 2 ** 60 },
      'answer: must be the number',
    ],
    ['no answer', { ...question, answer: null }, 'answer: must be the number'],
    [
      'a choice that is no text',
      { ...question, choices: ['A', 7] },
      'choice 2: must be text in quote marks (")',
    ],
    [
      'a choice twice',
      { ...question, choices: ['A', 'A'] },
      'choice 2: is the same as an earlier choice',
    ],
    ['choices that are no list', { ...question, choices: 'AB' }, 'choices: must have 2 to 10'],
    ['too much time', { ...question, limitTime: 121 }, 'seconds: must be a whole number'],
    ['three times the points', { ...question, points: 3 }, 'points: must be 0'],
    ['points in words', { ...question, points: '2' }, 'points: must be 0'],
    ['a misspelt field', { ...question, anwser: 1 }, 'has an unknown field "anwser"'],
    ['no object', [question], 'must be an object in braces ({ })'],
    ['the same question again', question, 'is the same as question 1'],
  ];
  it.each(questionFaults)('is refused, with the question’s number, for %s', (_, wrong, message) => {
    const { rows } = refusal(json({ questions: [question, wrong] }), 'json');
    expect(rows).toEqual([{ row: 2, message: expect.stringContaining(message) }]);
  });

  const fileFaults: [string, string, string][] = [
    ['no list of questions', '{"title":"x"}', 'questions: must be a list in brackets ([ ])'],
    ['no questions', json({ questions: [] }), 'questions: is empty'],
    ['a title too long', json({ title: 'x'.repeat(41) }), 'title: is longer than 40'],
    [
      'a language that is none',
      json({ language: 'e_n' }),
      'language: must be the tag of a language, such as "ko", "en" or "pt-BR", and each language once',
    ],
    ['a later version', json({ version: 4 }), 'version: must be 1, 2 or 3'],
    ['a misspelt field', json({ titel: 'x' }), 'has an unknown field "titel"'],
    ['a list instead of an object', '[]', 'must be an object in braces ({ })'],
    ['null', 'null', 'must be an object in braces ({ })'],
    ['no JSON', '{\n  "questions": [\n    {"quiz" "x"}\n  ]\n}', 'not valid JSON'],
    ['half of the JSON', '{"questions": [', 'not valid JSON'],
    ['nothing', ' \n', 'empty'],
  ];
  it.each(fileFaults)('is refused as a whole for %s', (_, text, message) => {
    const error = refusal(text, 'json');
    expect(error.rows).toEqual([]);
    expect(error.message).toContain(message);
  });

  it('names the line of a mistake in its JSON', () => {
    expect(refusal('{\n  "questions": [\n    {"quiz" "x"}\n  ]\n}', 'json').message).toContain(
      'line 3',
    );
  });
});

describe('the limits of a file', () => {
  const rows = (count: number): string =>
    [
      'question,answer,choice1,choice2',
      ...Array.from({ length: count }, (_, n) => `Q${n}?,1,A,B`),
    ].join('\n');
  const items = (count: number): string =>
    json({ questions: Array.from({ length: count }, (_, n) => ({ ...question, quiz: `Q${n}?` })) });

  it('200 questions are taken and 201 refused', () => {
    expect(setOf(rows(200), 'csv', 'en').questions).toHaveLength(200);
    expect(setOf(items(200), 'json', 'en').questions).toHaveLength(200);
    expect(refusal(rows(201), 'csv').message).toContain('more than 200 questions');
    expect(refusal(items(201), 'json').message).toContain('more than 200 questions');
  });

  it('256 kB are taken and one byte more refused, counted in bytes of UTF-8', () => {
    const text = json({});
    const full = text + ' '.repeat(MAX_BYTES - text.length);
    expect(setOf(full, 'json', 'en').questions).toHaveLength(1);
    expect(setOf(Buffer.from(full), 'json', 'en').questions).toHaveLength(1);
    expect(refusal(`${full} `, 'json').message).toContain('256 kB');
    expect(refusal('가'.repeat(MAX_BYTES / 3 + 1), 'csv').message).toContain('256 kB');
  });

  it('ten choices are taken', () => {
    const choices = 'ABCDEFGHIJ'.split('');
    const names = choices.map((_, index) => `choice${index + 1}`).join(',');
    const text = `question,answer,${names}\nQ?,10,${choices.join(',')}`;
    expect(setOf(text, 'csv', 'en').questions[0]).toMatchObject({ choices, answers: [9] });
  });
});

describe('hostile files are refused like any other', () => {
  const half = MAX_BYTES / 2;
  const files: [string, string | Uint8Array][] = [
    ['lists within lists', '['.repeat(half) + ']'.repeat(half)],
    ['lists without end', '['.repeat(MAX_BYTES)],
    ['deep objects', '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)],
    ['a deep choice', `{"questions":[{"choices":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`],
    [
      'a huge choice list',
      `{"questions":[{"quiz":"x","answer":1,"choices":[${'1,'.repeat(100_000)}1]}]}`,
    ],
    ['a huge key', `{"${'k'.repeat(200_000)}":1}`],
    ['many keys', `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
    ['many prototypes', `{"questions":[${'{"__proto__":{}},'.repeat(150)}{}]}`],
    ['a number without end', `{"questions":[{"quiz":"x","choices":["a","b"],"answer":1e999}]}`],
    ['only quote marks', '"'.repeat(MAX_BYTES - 1)],
    ['only commas', ','.repeat(MAX_BYTES)],
    ['only line ends', '\n'.repeat(MAX_BYTES)],
    ['a very wide header', 'question,'.repeat(25_000)],
    ['zero bytes', new Uint8Array(MAX_BYTES)],
    ['bytes of no encoding', new Uint8Array(MAX_BYTES).fill(0xff)],
    ['lone surrogates', JSON.stringify({ questions: [{ ...question, quiz: '\ud800' }] })],
  ];
  it.each(files)('%s', (_, body) => {
    expect(refusal(body, 'json')).toBeInstanceOf(QuizFileError);
    expect(refusal(body, 'csv')).toBeInstanceOf(QuizFileError);
  });

  it.each(['title', 'questions'])('a prototype in JSON gives a file no %s', (key) => {
    const text = `{"__proto__":{"${key}":"x"}}`;
    refusal(text, 'json');
    expect(Object.hasOwn(Object.prototype, key)).toBe(false);
  });
});

describe('the sample files of the documentation', () => {
  it('are read as they are', async () => {
    const docs = new URL('../../docs/', import.meta.url);
    const csv = setOf(await readFile(new URL('sample-quiz.csv', docs)), 'csv', 'en');
    expect(singleChoices(csv.questions).map(({ choices, answer }) => choices[answer])).toEqual([
      'Paris',
      'False',
      'Cocoa',
      '42',
      'Julius Caesar',
    ]);
    expect(singleChoices(csv.questions).map(({ points }) => points)).toEqual([
      undefined,
      undefined,
      0,
      undefined,
      2,
    ]);
    const json = setOf(await readFile(new URL('sample-quiz.json', docs)), 'json', 'en');
    expect(json).toMatchObject({ title: 'Friday quiz', language: 'en' });
    expect(singleChoices(json.questions).map(({ choices, answer }) => choices[answer])).toEqual([
      'Paris',
      'False',
    ]);
  });

  it('and so is every example of the page', async () => {
    const page = await readFile(new URL('../../docs/quiz-files.md', import.meta.url), 'utf8');
    const examples = [...page.matchAll(/```(csv|json)\n([\s\S]*?)```/g)];
    expect(examples.length).toBeGreaterThanOrEqual(4);
    for (const [, format, text = ''] of examples) {
      const { set } = parseQuizFile(text, format === 'csv' ? 'csv' : 'json', 'en');
      expect(set.questions).not.toHaveLength(0);
    }
  });
});
