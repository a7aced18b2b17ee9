import type { DraftQuestion } from '../../../../protocol/desk.js';
import { DEFAULT_WALK_S } from '../../../../protocol/limits.js';
import type { QuestionKind } from '../../../../protocol/question.js';

/** What the editor knows of a kind beside its form. */
interface WrittenKind {
  /** What a new question begins with. */
  template: Partial<DraftQuestion>;
  /** To decide and to walk there when everything is read, in seconds. */
  answerS: number;
  /** What is read beside the question. */
  texts: (draft: DraftQuestion) => readonly string[];
  /** How its floor is printed. */
  print: 'choices' | 'pictures' | 'verdict' | 'range' | 'ends' | 'places' | 'line';
}

const choicesOf = ({ choices = [] }: DraftQuestion): readonly string[] => choices;
const namesOf = ({ places = [] }: DraftQuestion): readonly string[] =>
  places.map(({ name }) => name);
const wordsOf = ({ pictures = [] }: DraftQuestion): readonly string[] =>
  pictures.map(({ text }) => text);
const none = (): readonly string[] => [];

const FOUR = { choices: ['', '', '', ''], answers: [] };
const FOUR_PICTURES = { pictures: FOUR.choices.map((text) => ({ text })), answers: [] };
const RANGE = { min: 0, max: 100, step: 1, unit: '', value: null, tolerance: 0 };
const SPOT = { places: [], targets: [], whole: true };

export const WRITTEN_KINDS: Record<QuestionKind, WrittenKind> = {
  choice: { template: FOUR, answerS: 12, texts: choicesOf, print: 'choices' },
  pictures: { template: FOUR_PICTURES, answerS: 12, texts: wordsOf, print: 'pictures' },
  ox: { template: {}, answerS: 9, texts: none, print: 'verdict' },
  number: { template: RANGE, answerS: 14, texts: none, print: 'range' },
  spot: { template: SPOT, answerS: 15, texts: namesOf, print: 'places' },
  poll: { template: { choices: ['', '', ''] }, answerS: 12, texts: choicesOf, print: 'choices' },
  scale: { template: { from: '', to: '' }, answerS: 10, texts: none, print: 'ends' },
  typed: {
    template: { accepted: [''], wrong: [], walkTime: DEFAULT_WALK_S },
    answerS: 17,
    texts: none,
    print: 'line',
  },
  words: { template: { walkTime: DEFAULT_WALK_S }, answerS: 17, texts: none, print: 'line' },
  map: { template: { places: [], whole: true }, answerS: 14, texts: namesOf, print: 'places' },
};
