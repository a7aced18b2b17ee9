import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { writtenQuestion } from '../../src/server/desk/files/question-schema.js';
import { limits, STEPS } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import {
  AIMED,
  MAP,
  aNumberQuestion,
  aSpotQuestion,
  GUESS,
  MATCH,
  NUMBER,
  ONE_OF_EACH,
  ORDER,
  OX,
  PARTED,
  PICTURE,
  POLL,
  SCALE,
  SEVERAL,
  SPOT,
  STATEMENTS,
  TYPED,
  WRITTEN,
} from '../support/kinds.js';
import { refusal, setOf } from './faults.js';

const read = (...questions: readonly object[]): Question[] =>
  setOf(JSON.stringify({ questions }), 'json', 'en').questions;
const EXTRAS = { explanation: 'Because.', image: PICTURE, blind: false };

describe('our own JSON', () => {
  it('R16 says everything of every kind: what is written is read again as it was', () => {
    const random = seeded(3);
    const questions: Question[] = [
      ...ONE_OF_EACH,
      { ...AIMED, whole: true, points: 2 },
      ...WRITTEN,
      ...PARTED,
      ...[...ONE_OF_EACH, ...WRITTEN, ...PARTED].map((question) => ({
        ...question,
        ...EXTRAS,
        quiz: `${question.quiz}!`,
      })),
      { ...SEVERAL, quiz: 'Fixed?', fixedOrder: true, answers: [0], points: 2 },
      { ...SPOT, quiz: 'Whole?', whole: true },
      ...Array.from({ length: 80 }, (_, n) => ({
        ...aNumberQuestion(random),
        quiz: `Number ${n}`,
      })),
    ];
    expect(read(...questions.map(writtenQuestion))).toEqual(questions);
  });

  it('needs no more than what a kind is made of', () => {
    const { tolerance: _, unit: __, explanation: ___, ...number } = NUMBER;
    const [asked] = read(number);
    expect(asked).toEqual({ ...number, tolerance: 0 });
    expect(read({ quiz: 'Q?', choices: ['a', 'b', 'c'], answer: ['c', 1] })).toMatchObject([
      { kind: 'choice', answers: [0, 2] },
    ]);
  });

  it('R16.14 takes emoji, right-to-left and any length of one grapheme, and its usual times', () => {
    const accepted = ['👨‍👩‍👧‍👦 🇰🇷', 'שלום', '=1+1', '가'.repeat(40)];
    const { limitTime: _, walkTime: __, wrong: ___, ...bare } = TYPED;
    expect(read({ ...bare, accepted })).toMatchObject([{ accepted, limitTime: 20, walkTime: 12 }]);
    expect(read({ ...TYPED, walkTime: 0 })).toMatchObject([{ walkTime: 0 }]);
  });

  it('R16.14 is read from a table, with several answers in a cell', () => {
    const table = [
      'kind,question,answer,seconds,wrong,walk',
      'typed,Capital?,Seoul | 서울,30,Busan|Jeju,0',
      '주관식,Capital of France?,Paris,,,',
      'words,How are you?,,,,10',
    ].join('\n');
    expect(setOf(table, 'csv', 'en').questions).toMatchObject([
      {
        kind: 'typed',
        accepted: ['Seoul', '서울'],
        wrong: ['Busan', 'Jeju'],
        limitTime: 30,
        walkTime: 0,
      },
      { kind: 'typed', accepted: ['Paris'], limitTime: 20, walkTime: 12 },
      { kind: 'words', limitTime: 20, walkTime: 10 },
    ]);
  });

  it('R16.19, R16.22 needs no times, takes a zone by its text, and an order as its texts', () => {
    const { limitTime: _, ...match } = MATCH;
    const { limitTime: __, choice: ___, guessTime: ____, ...guess } = GUESS;
    const parts = ['Italy', 'Japan', 'France'].map((answer, n) => ({ text: `${n}`, answer }));
    expect(read({ ...match, parts }, { ...ORDER, parts: ['a', 'b'] }, guess)).toMatchObject([
      { limitTime: 6, parts: [{ answer: 1 }, { answer: 2 }, { answer: 0 }] },
      { parts: [{ text: 'a' }, { text: 'b' }] },
      { limitTime: 15, choice: 0, guessTime: 15 },
    ]);
  });

  it('R16.19, R16.22 is read from a table, with an item in each column of a choice', () => {
    const table = [
      'kind,question,answer,choice1,choice2,choice3,choice4,seconds,guess,fixed',
      'statements,True?,"O,X,O",a,b,c,,,,',
      '참거짓,Row?,ox○,a,b,c,,5,,',
      'statements,Words?,참 / 거짓,a,b,,,,,',
      'order,First?,,one,two,three,,,,',
      String.raw`match,Where?,,Lyon = France,Milan=Italy,Nice = France,1+1\=2 = Italy,8,,true`,
      '짝 맞추기,With more?,France | Italy | Japan,Lyon = France,Milan = Italy,,,,,',
      'guess,Tea?,Coffee,Tea,Coffee,,,20,10,',
      '비율 맞히기,Which?,#2,Tea,Coffee,,,,,',
    ].join('\n');
    const { questions } = setOf(table, 'csv', 'en');
    const [statements, row, words, order, match, more, guess, number] = questions;
    expect([statements, row, words]).toMatchObject([
      { limitTime: 6, parts: 'OXO'.split('').map((answer, n) => ({ text: 'abc'[n], answer })) },
      { limitTime: 5, parts: [{ answer: 'O' }, { answer: 'X' }, { answer: 'O' }] },
      { parts: [{ answer: 'O' }, { answer: 'X' }] },
    ]);
    expect(order).toMatchObject({ parts: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] });
    expect(match).toMatchObject({
      choices: ['France', 'Italy'],
      parts: [{ answer: 0 }, { answer: 1 }, { answer: 0 }, { text: '1+1=2', answer: 1 }],
      limitTime: 8,
      fixedOrder: true,
    });
    expect(more).toMatchObject({ choices: ['France', 'Italy', 'Japan'] });
    expect([guess, number]).toMatchObject([
      { choice: 1, limitTime: 20, guessTime: 10 },
      { choice: 1, limitTime: 15, guessTime: 15 },
    ]);
  });

  it.each([
    ['too few answers', 'statements,Q?,O,a,b', 'item 2, answer: must be "O" or "X"'],
    ['too many answers', 'statements,Q?,"O,X,O",a,b', 'item 3: is empty'],
    ['another word', 'statements,Q?,"O,yes",a,b', 'item 2, answer: must be "O" or "X"'],
    ['nothing to match', 'match,Q?,b | d,a = b,c', 'item 2, answer: is empty'],
    ['a zone that is not named', 'match,Q?,x | y,a = x,c = z', 'item 2, answer: "z" is not'],
    ['two choices to guess', 'guess,Q?,"1,2",a,b', 'choice: "1,2" is not the text of a choice'],
    ['no second item', 'order,Q?,,a,', 'parts: must be 2 to 8 items'],
  ])('R16.19 tells a table what is wrong: %s', (_, row, message) => {
    const table = `kind,question,answer,choice1,choice2\n${row}`;
    expect(
      refusal(table, 'csv')
        .rows?.map((one) => one.message)
        .join(),
    ).toContain(message);
  });

  const spot = (changes: object): object => ({ ...SPOT, ...changes });
  const aimedAt = (changes: object): object => ({
    ...AIMED,
    target: { ...AIMED.target, ...changes },
  });
  it.each([
    [
      'another kind',
      { ...POLL, kind: 'riddle' },
      'kind: must be one of "choice", "pictures", "ox"',
    ],
    ['no spelling', { ...TYPED, accepted: [] }, 'accepted: must be 1 to 12 right spellings'],
    [
      'too many spellings',
      { ...TYPED, accepted: Array.from({ length: 13 }, (_, n) => `word ${n}`) },
      'accepted: must be 1 to 12 right spellings',
    ],
    ['a spelling twice', { ...TYPED, accepted: ['Seoul', 'SEOUL!'] }, 'accepted 2: is the same as'],
    ['a wrong answer that is right', { ...TYPED, wrong: ['seoul'] }, 'wrong 1: is the same as'],
    ['letters of two alphabets', { ...TYPED, accepted: ['S\u0435oul'] }, 'two alphabets'],
    ['a spelling that is too long', { ...TYPED, accepted: ['a'.repeat(41)] }, 'longer than 40'],
    ['an override', { ...TYPED, accepted: ['a\u202Eb'] }, 'cannot be shown'],
    ['a pile of marks', { ...TYPED, accepted: [`a${'\u0301'.repeat(7)}`] }, 'cannot be shown'],
    ['too little time to write', { ...TYPED, limitTime: 9 }, 'seconds: must be a whole number'],
    ['too little time to walk', { ...TYPED, walkTime: 7 }, 'walkTime: must be a whole number'],
    ['a part alone', { ...STATEMENTS, parts: STATEMENTS.parts.slice(1, 2) }, 'parts: must be 2 to'],
    ['nine parts', { ...ORDER, parts: 'abcdefghi'.split('') }, 'parts: must be 2 to 8 items'],
    ['a part twice', { ...ORDER, parts: ['a', 'b', ' a'] }, 'item 3: is the same as an earlier'],
    ['a part without a text', { ...ORDER, parts: ['a', ' '] }, 'item 2: is empty'],
    ['a long part', { ...ORDER, parts: ['a', 'b'.repeat(81)] }, 'item 2: is longer than 80'],
    [
      'a statement that is neither',
      { ...STATEMENTS, parts: [STATEMENTS.parts[0], { text: 'b', answer: true }] },
      'item 2, answer: must be "O" or "X"',
    ],
    [
      'another field of a part',
      { ...STATEMENTS, parts: [STATEMENTS.parts[0], { text: 'b', answer: 'O', zone: 1 }] },
      'item 2: has an unknown field "zone"',
    ],
    [
      'a zone that is not there',
      {
        ...MATCH,
        parts: [
          { text: 'a', answer: 1 },
          { text: 'b', answer: 4 },
        ],
      },
      'item 2, answer: must be from 1 to 3',
    ],
    [
      'seven zones',
      {
        ...MATCH,
        choices: 'abcdefg'.split(''),
        parts: [1, 2].map((answer) => ({ text: `${answer}`, answer })),
      },
      'choices: must have 2 to 6 choices',
    ],
    ['too much time for a part', { ...STATEMENTS, limitTime: 16 }, 'seconds: must be a whole'],
    ['a choice that is not there', { ...GUESS, choice: 4 }, 'choice: must be from 1 to 3'],
    ['too little time to guess', { ...GUESS, guessTime: 7 }, 'guessTime: must be a whole number'],
    ['points of words', { ...WRITTEN[1], points: 2 }, 'has an unknown field "points"'],
    ['a field of another kind', { ...POLL, answer: 1 }, 'has an unknown field "answer"'],
    ['points of a poll', { ...POLL, points: 2 }, 'has an unknown field "points"'],
    ['a choice twice', { ...writtenQuestion(SEVERAL), answer: [1, 'A'] }, 'names a choice twice'],
    ['no choice at all', { ...writtenQuestion(SEVERAL), answer: [] }, 'answer: must be the number'],
    ['another letter', { ...OX, answer: 'o' }, 'answer: must be "O" or "X"'],
    ['a ruler from right to left', { ...NUMBER, min: 200 }, 'min: must be less than max'],
    ['a step that leads beyond', { ...NUMBER, step: 30 }, 'step: must divide'],
    ['too many steps', { ...NUMBER, step: 0.1 }, 'step: must divide'],
    ['too few steps', { ...NUMBER, step: 100 }, 'step: must divide'],
    ['a step of nothing', { ...NUMBER, step: 0 }, 'step: must divide'],
    ['an answer beside the ruler', { ...NUMBER, answer: 101 }, 'answer: must be from min to max'],
    ['four decimals', { ...NUMBER, answer: 1.2345 }, 'answer: must be a number with at most 3'],
    ['a number as a text', { ...NUMBER, max: '100' }, 'max: must be a number'],
    ['a negative tolerance', { ...NUMBER, tolerance: -1 }, 'tolerance: must be a number'],
    ['a spot without a picture', spot({ image: undefined }), 'image: must be an object'],
    ['a picture by its address', spot({ image: { ...PICTURE, id: 'http://x' } }), 'image id: must'],
    [
      'a picture without words',
      spot({ image: { id: PICTURE.id, alt: '' } }),
      'image alt: is empty',
    ],
    ['two places', spot({ places: SPOT.places.slice(0, 2) }), 'places: must be 3 to 20 places'],
    [
      'a place beside the picture',
      spot({ places: [{ name: 'x', x: STEPS + 1, y: 0 }] }),
      'places 1',
    ],
    ['six targets', spot({ targets: Array(6).fill(SPOT.targets[0]) }), 'targets: must be 1 to 5'],
    ['a small target', spot({ targets: [{ x: 0, y: 0, rx: 9_000, ry: 2_000 }] }), 'targets 1 ry'],
    [
      'a target without a place',
      spot({ targets: [...SPOT.targets, { x: 60_000, y: 9_000, rx: 3_000, ry: 3_000 }] }),
      'targets 2: has none of the places in it',
    ],
    [
      'nothing but right places',
      spot({ targets: [{ x: 30_000, y: 30_000, rx: STEPS, ry: STEPS }] }),
      'places: must have one that is in no target',
    ],
    ['a map without a picture', { ...AIMED, image: undefined }, 'image: must be an object'],
    ['a map with 21 places', { ...MAP, places: Array(21).fill(MAP.places?.[0]) }, '0 to 20 places'],
    ['no inner circle', aimedAt({ near: 0 }), 'target near: must be a whole number from 656'],
    ['no number', aimedAt({ far: Number.NaN }), 'target far: must be a whole number'],
    ['an outer circle within', aimedAt({ far: 1_000 }), 'target far: must be at least near'],
    ['a target outside', aimedAt({ x: -1 }), 'target x: must be a whole number from 0'],
    ['a part of a step', aimedAt({ y: 0.5 }), 'target y: must be a whole number'],
    ['half a target', { ...AIMED, target: { x: 1, y: 1 } }, 'target near'],
    ['a long explanation', { ...SCALE, explanation: 'x'.repeat(501) }, 'explanation: is longer'],
    ['blind by a word', { ...SCALE, blind: 'yes' }, 'blind: must be true or false'],
  ])('refuses %s', (_, question, fault) => {
    const { rows } = refusal(JSON.stringify({ questions: [question] }), 'json');
    expect(rows[0]!.message).toContain(fault);
  });

  it('takes spots whose places are all over the picture', () => {
    const random = seeded(4);
    const good = Array.from({ length: 50 }, () => aSpotQuestion(random)).filter(
      ({ places, targets }) =>
        places.some(({ x, y }) =>
          targets.every((at) => Math.hypot((x - at.x) / at.rx, (y - at.y) / at.ry) > 1.01),
        ) && places.length <= limits.MAX_PLACES,
    );
    const questions = good.map((question, n) => ({ ...question, quiz: `Where ${n}?` }));
    expect(questions.length).toBeGreaterThan(30);
    expect(read(...questions)).toEqual(questions);
  });
});

describe('our own table', () => {
  const HEADER =
    'kind,question,answer,choice1,choice2,choice3,seconds,explanation,image,alt,min,max,step,unit,tolerance';
  const table = (...rows: string[]): string => [HEADER, ...rows].join('\n');

  it('has a column for the kind and for what some kinds need', () => {
    const rows = [
      'choice,Which?,"1, 3",A,B,C,20,Both.,,,,,,,',
      ',Which one?,B,A,B,,,,,,,,,,',
      'OX,Is it?,○,,,,,,,,,,,,',
      `number,How many?,-1.5,,,,30,,${PICTURE.id},A map,-10,10,0.5,km,1`,
      'poll,Which way?,,Left,Right,,,,,,,,,,',
      'scale,How was it?,,Bad,Good,,,,,,,,,,',
    ];
    const timed = { limitTime: 15 };
    expect(setOf(table(...rows), 'csv', 'en').questions).toEqual([
      {
        kind: 'choice',
        quiz: 'Which?',
        choices: ['A', 'B', 'C'],
        answers: [0, 2],
        limitTime: 20,
        explanation: 'Both.',
      },
      { kind: 'choice', quiz: 'Which one?', choices: ['A', 'B'], answers: [1], ...timed },
      { kind: 'ox', quiz: 'Is it?', answer: 'O', ...timed },
      {
        kind: 'number',
        quiz: 'How many?',
        min: -10,
        max: 10,
        step: 0.5,
        unit: 'km',
        answer: -1.5,
        tolerance: 1,
        limitTime: 30,
        image: { id: PICTURE.id, alt: 'A map' },
      },
      { kind: 'poll', quiz: 'Which way?', choices: ['Left', 'Right'], ...timed },
      { kind: 'scale', quiz: 'How was it?', from: 'Bad', to: 'Good', ...timed },
    ]);
  });

  it('may have no choices at all, and Korean names', () => {
    const text = '유형,문제,정답,최소,최대,간격,단위\n숫자,몇 개?,3,0,10,1,개\nOX,맞나?,거짓,,,,';
    expect(setOf(text, 'csv', 'ko').questions).toMatchObject([
      { kind: 'number', answer: 3, max: 10, unit: '개', tolerance: 0 },
      { kind: 'ox', answer: 'X' },
    ]);
  });

  it.each([
    ['riddle,Which?,1,A,B,,,,,,,,,,', 'kind: must be one of "choice"'],
    ['spot,Where?,,,,,,,,,,,,,', 'can only be written in JSON'],
    ['number,How many?,x,,,,,,,,0,10,1,,', 'answer: must be a number'],
    ['number,How many?,3,,,,,,,,,10,1,,', 'min: must be a number'],
    ['choice,Which?,"1,4",A,B,C,,,,,,,,,', '"1,4" is neither'],
    ['poll,Which way?,,Left,,,,,,,,,,,', 'choices: must have 2 to 10'],
  ])('refuses %s', (row, fault) => {
    expect(refusal(table(row), 'csv').rows[0]!.message).toContain(fault);
  });
});
