import type { DraftQuestion } from '../../../../protocol/desk.js';
import { DEFAULT_GUESS_S, DEFAULT_WALK_S } from '../../../../protocol/limits.js';
import type { QuestionKind } from '../../../../protocol/question.js';

type Print =
  | 'choices'
  | 'pictures'
  | 'verdict'
  | 'range'
  | 'ends'
  | 'places'
  | 'line'
  | 'verdicts'
  | 'order'
  | 'pairs';

/** What the editor knows of a kind beside its form. */
interface WrittenKind {
  /** What a new question begins with. */
  template: Partial<DraftQuestion>;
  /** To decide and to walk there when everything is read, in seconds; of a series for each part. */
  answerS: number;
  /** What is read beside the question; of a series one of them at a time. */
  texts: (draft: DraftQuestion) => readonly string[];
  /** How its floor is printed. */
  print: Print;
  /** How the form calls its time. */
  time: 'seconds' | 'writeSeconds' | 'partSeconds' | 'pollSeconds';
}

const choicesOf = ({ choices = [] }: DraftQuestion): readonly string[] => choices;
const namesOf = ({ places = [] }: DraftQuestion): readonly string[] =>
  places.map(({ name }) => name);
const wordsOf = ({ pictures = [] }: DraftQuestion): readonly string[] =>
  pictures.map(({ text }) => text);
const partsOf = ({ parts = [] }: DraftQuestion): readonly string[] => parts.map(({ text }) => text);
const none = (): readonly string[] => [];

const FOUR = { choices: ['', '', '', ''], answers: [] };
const FOUR_PICTURES = { pictures: FOUR.choices.map((text) => ({ text })), answers: [] };
const RANGE = { min: 0, max: 100, step: 1, unit: '', value: null, tolerance: 0 };
const THREE_PARTS = { parts: [{ text: '' }, { text: '' }, { text: '' }] };
const GUESS = { choices: ['', '', ''], guessOf: 1, guessTime: DEFAULT_GUESS_S };
const SPOT = { places: [], targets: [], whole: true };

export const WRITTEN_KINDS: Record<QuestionKind, WrittenKind> = {
  choice: { template: FOUR, answerS: 12, texts: choicesOf, print: 'choices', time: 'seconds' },
  pictures: {
    template: FOUR_PICTURES,
    answerS: 12,
    texts: wordsOf,
    print: 'pictures',
    time: 'seconds',
  },
  ox: { template: {}, answerS: 9, texts: none, print: 'verdict', time: 'seconds' },
  number: { template: RANGE, answerS: 14, texts: none, print: 'range', time: 'seconds' },
  spot: { template: SPOT, answerS: 15, texts: namesOf, print: 'places', time: 'seconds' },
  poll: {
    template: { choices: ['', '', ''] },
    answerS: 12,
    texts: choicesOf,
    print: 'choices',
    time: 'seconds',
  },
  scale: {
    template: { from: '', to: '' },
    answerS: 10,
    texts: none,
    print: 'ends',
    time: 'seconds',
  },
  typed: {
    template: { accepted: [''], wrong: [], walkTime: DEFAULT_WALK_S },
    answerS: 17,
    texts: none,
    print: 'line',
    time: 'writeSeconds',
  },
  words: {
    template: { walkTime: DEFAULT_WALK_S },
    answerS: 17,
    texts: none,
    print: 'line',
    time: 'writeSeconds',
  },
  statements: {
    template: THREE_PARTS,
    answerS: 4,
    texts: partsOf,
    print: 'verdicts',
    time: 'partSeconds',
  },
  order: { template: THREE_PARTS, answerS: 5, texts: partsOf, print: 'order', time: 'partSeconds' },
  match: {
    template: { ...THREE_PARTS, choices: ['', ''] },
    answerS: 5,
    texts: partsOf,
    print: 'pairs',
    time: 'partSeconds',
  },
  guess: { template: GUESS, answerS: 12, texts: choicesOf, print: 'choices', time: 'pollSeconds' },
  map: {
    template: { places: [], whole: true },
    answerS: 14,
    texts: namesOf,
    print: 'places',
    time: 'seconds',
  },
};
