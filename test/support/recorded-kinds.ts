/** One or several questions of every kind, of which tests have recorded what becomes of them. */
import { createHash } from 'node:crypto';
import type { Question } from '../../src/game/shared/quiz-set.js';
import {
  AIMED,
  MAP,
  GUESS,
  MATCH,
  NUMBER,
  ORDER,
  OX,
  PICTURE,
  PICTURES,
  POLL,
  SCALE,
  SEVERAL,
  SPOT,
  STATEMENTS,
  TYPED,
  WORDS,
} from './kinds.js';

/** By a name for each; ids are as those of a kept set. */
export const RECORDED: Readonly<Record<string, Question>> = {
  choice: { ...SEVERAL, id: 'c1', quiz: 'Which one?', answers: [2], explanation: 'It is C.' },
  'choice-several': { ...SEVERAL, id: 'c2', points: 2, image: PICTURE },
  'choice-fixed': { ...SEVERAL, id: 'c3', quiz: 'In order?', fixedOrder: true, blind: true },
  'choice-yes': { ...SEVERAL, id: 'c4', quiz: 'Yes?', choices: ['Yes', 'No'], answers: [0] },
  'choice-ten': {
    ...SEVERAL,
    id: 'c5',
    quiz: 'Ten?',
    choices: 'ABCDEFGHIJ'.split(''),
    answers: [0, 4, 9],
    points: 0,
  },
  pictures: { ...PICTURES, id: 'i1' },
  'pictures-several': {
    ...PICTURES,
    id: 'i2',
    quiz: 'Which have fur?',
    answers: [0, 1],
    fixedOrder: true,
    image: PICTURE,
    points: 2,
  },
  ox: { ...OX, id: 'o1' },
  'ox-true': { ...OX, id: 'o2', quiz: 'Is it?', answer: 'O', points: 2, image: PICTURE },
  'ox-blind': { ...OX, id: 'o3', quiz: 'Is it hidden?', blind: true, points: 0 },
  number: { ...NUMBER, id: 'n1' },
  'number-exact': {
    kind: 'number',
    id: 'n2',
    quiz: 'How much?',
    min: -1.5,
    max: 2.5,
    step: 0.125,
    answer: 0.375,
    tolerance: 0,
    points: 2,
    blind: false,
    limitTime: 20,
  },
  'number-picture': { ...NUMBER, id: 'n3', quiz: 'How many here?', image: PICTURE, points: 0 },
  spot: { ...SPOT, id: 's1' },
  'spot-whole': {
    ...SPOT,
    id: 's2',
    whole: true,
    points: 2,
    image: { id: 'b'.repeat(64), alt: 'Another map' },
    targets: [...SPOT.targets, { x: 48_000, y: 52_000, rx: 4_000, ry: 5_000 }],
    explanation: 'It is there.',
  },
  'spot-seen': {
    ...SPOT,
    id: 's3',
    quiz: 'Where is that?',
    blind: false,
    points: 0,
    image: { id: 'c'.repeat(64), alt: 'A third map' },
  },
  poll: { ...POLL, id: 'p1' },
  'poll-seen': { ...POLL, id: 'p2', quiz: 'Or which?', blind: false, image: PICTURE },
  scale: { ...SCALE, id: 'l1' },
  'scale-seen': { ...SCALE, id: 'l2', quiz: 'And how?', blind: false, image: PICTURE },
  typed: { ...TYPED, id: 't1' },
  'typed-only': {
    ...TYPED,
    id: 't2',
    quiz: 'And of France?',
    accepted: ['Paris'],
    walkTime: 0,
    blind: true,
    points: 2,
    image: PICTURE,
    explanation: 'It is on the Seine.',
  },
  words: { ...WORDS, id: 'w1' },
  statements: { ...STATEMENTS, id: 'a1', explanation: 'So it is.' },
  order: { ...ORDER, id: 'r1', points: 2, image: PICTURE },
  match: { ...MATCH, id: 'm1', fixedOrder: true, blind: false },
  guess: { ...GUESS, id: 'g1', points: 0 },
  map: { ...MAP, id: 'k1' },
  'map-aimed': { ...AIMED, id: 'k2', whole: true, points: 2, explanation: 'It is there.' },
};

/** Longer values are recorded as their beginning and the hash of all of it. */
const MOST_UNITS = 240;
const BEGIN_UNITS = 160;

export function recordOf(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${shortened(JSON.stringify(value) ?? 'undefined')}\n`)
    .join('');
}

function shortened(text: string): string {
  if (text.length <= MOST_UNITS) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 24);
  return `${text.slice(0, BEGIN_UNITS)} … ${text.length} ${hash}`;
}
