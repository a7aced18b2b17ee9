import type { WordsQuestion } from '../../shared/quiz-set.js';
import type { Drawn, OwnRules } from './rules.js';
import { tellWalkTime } from './typed.js';

const drawn = (): Drawn => {
  return { shown: { kind: 'words', choiceList: [], sizes: [] }, solution: null };
};

export const words: OwnRules<WordsQuestion> = { draw: drawn, preview: drawn, faults: tellWalkTime };
