/** Questions of each kind. */
import type {
  ChoiceQuestion,
  GuessQuestion,
  MatchQuestion,
  MapQuestion,
  NumberQuestion,
  OrderQuestion,
  OxQuestion,
  PicturesQuestion,
  PollQuestion,
  Question,
  ScaleQuestion,
  SpotQuestion,
  StatementsQuestion,
  TypedQuestion,
  WordsQuestion,
} from '../../src/game/shared/quiz-set.js';
import { drawInt, type Random } from '../../src/game/shared/random.js';
import { limits, STEPS } from '../../src/protocol/index.js';

const TIMED = { limitTime: 15 };
export const PICTURE = { id: 'a'.repeat(64), alt: 'A map without names' };

/** Its choices are A to D, of which B and D are right. */
export const SEVERAL: ChoiceQuestion = {
  kind: 'choice',
  quiz: 'Which are right?',
  choices: ['A', 'B', 'C', 'D'],
  answers: [1, 3],
  ...TIMED,
};
export const PICTURES: PicturesQuestion = {
  kind: 'pictures',
  quiz: 'Which is the cat?',
  pictures: [
    { image: { id: '1'.repeat(64), alt: 'A dog' } },
    { image: { id: '2'.repeat(64), alt: 'A cat' } },
    { image: { id: '3'.repeat(64), alt: 'A bird' }, text: 'Wings' },
  ],
  answers: [1],
  ...TIMED,
};
export const OX: OxQuestion = { kind: 'ox', quiz: 'Is it so?', answer: 'X', ...TIMED };
export const NUMBER: NumberQuestion = {
  kind: 'number',
  quiz: 'How many?',
  min: 0,
  max: 100,
  step: 5,
  unit: 'km',
  answer: 70,
  tolerance: 5,
  explanation: 'It was counted.',
  ...TIMED,
};
export const SPOT: SpotQuestion = {
  kind: 'spot',
  quiz: 'Where is it?',
  image: PICTURE,
  places: [
    { name: 'Here', x: 10_000, y: 10_000 },
    { name: 'There', x: 50_000, y: 50_000 },
    { name: 'Elsewhere', x: 10_000, y: 60_000 },
  ],
  targets: [{ x: 10_000, y: 10_000, rx: 6_000, ry: 3_000 }],
  ...TIMED,
};
export const POLL: PollQuestion = {
  kind: 'poll',
  quiz: 'Which do you like?',
  choices: ['Tea', 'Coffee', 'Water'],
  ...TIMED,
};
export const SCALE: ScaleQuestion = {
  kind: 'scale',
  quiz: 'How was it?',
  from: 'Bad',
  to: 'Good',
  ...TIMED,
};
export const TYPED: TypedQuestion = {
  kind: 'typed',
  quiz: 'What is the capital of Korea?',
  accepted: ['Seoul', '서울', 'Seoul City'],
  wrong: ['Seoulx'],
  limitTime: 20,
  walkTime: 12,
};
export const WORDS: WordsQuestion = {
  kind: 'words',
  quiz: 'How are you?',
  limitTime: 20,
  walkTime: 12,
};
export const STATEMENTS: StatementsQuestion = {
  kind: 'statements',
  quiz: 'True or false?',
  parts: [
    { text: 'The sun is a star.', answer: 'O' },
    { text: 'The moon shines by itself.', answer: 'X' },
    { text: 'Mars has two moons.', answer: 'O' },
  ],
  limitTime: 6,
};
export const ORDER: OrderQuestion = {
  kind: 'order',
  quiz: 'From the first to the last?',
  parts: [{ text: 'Wheel' }, { text: 'Paper' }, { text: 'Telephone' }, { text: 'Laser' }],
  limitTime: 6,
};
export const MATCH: MatchQuestion = {
  kind: 'match',
  quiz: 'In which country is it?',
  choices: ['France', 'Italy', 'Japan'],
  parts: [
    { text: 'Lyon', answer: 0 },
    { text: 'Milan', answer: 1 },
    { text: 'Nice', answer: 0 },
  ],
  limitTime: 8,
};
export const GUESS: GuessQuestion = {
  kind: 'guess',
  quiz: 'What do you drink in the morning?',
  choices: ['Tea', 'Coffee', 'Water'],
  choice: 1,
  guessTime: 12,
  ...TIMED,
};
/** It asks for an opinion, and has names for places. */
export const MAP: MapQuestion = {
  kind: 'map',
  quiz: 'Where are you from?',
  image: PICTURE,
  places: SPOT.places,
  ...TIMED,
};
/** One place is right; none has a name. */
export const AIMED: MapQuestion = {
  kind: 'map',
  quiz: 'Where is it?',
  image: { id: 'd'.repeat(64), alt: 'A map' },
  target: { x: 32_760, y: 32_760, near: 2_000, far: 12_000 },
  ...TIMED,
};
export const ONE_OF_EACH: readonly Question[] = [
  SEVERAL,
  OX,
  NUMBER,
  SPOT,
  POLL,
  SCALE,
  PICTURES,
  MAP,
];
/** In which people write first. */
export const WRITTEN: readonly Question[] = [TYPED, WORDS];
/** With a bell for each of their parts. */
export const SERIES: readonly Question[] = [STATEMENTS, ORDER, MATCH];
export const PARTED: readonly Question[] = [...SERIES, GUESS];

/** A number question as an author may write it, with up to three decimals. */
export function aNumberQuestion(random: Random): NumberQuestion {
  const shift = 10 ** drawInt(random, limits.RULER_MAX_DECIMALS + 1);
  const fewest = limits.MIN_RULER_STEPS;
  const steps = fewest + drawInt(random, limits.MAX_RULER_STEPS - fewest + 1);
  const [step, min] = [1 + drawInt(random, 2_000), drawInt(random, 2_000_000) - 1_000_000];
  const answer = min + drawInt(random, steps * step + 1);
  return {
    ...NUMBER,
    min: min / shift,
    max: (min + steps * step) / shift,
    step: step / shift,
    answer: answer / shift,
    tolerance: drawInt(random, 3 * step) / shift,
  };
}

/** A spot question with targets that overlap, or not, anywhere on the picture. */
export function aSpotQuestion(random: Random): SpotQuestion {
  const least = (STEPS * limits.MIN_RADIUS_PERCENT) / 100;
  const along = (): number => drawInt(random, STEPS + 1);
  const radius = (): number => Math.ceil(least) + drawInt(random, 10_000);
  const targets = Array.from({ length: 1 + drawInt(random, limits.MAX_TARGETS) }, () => {
    return { x: along(), y: along(), rx: radius(), ry: radius() };
  });
  const decoys = [0, 1, 2].map(() => ({ x: along(), y: along() }));
  const places = [...targets, ...decoys].map(({ x, y }, n) => ({ name: `Place ${n}`, x, y }));
  return { ...SPOT, targets, places };
}
