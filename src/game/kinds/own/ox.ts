import type { OxQuestion } from '../../shared/quiz-set.js';
import { listOf, type Drawn, type OwnRules } from './rules.js';

/** The choices, which every language reads. */
export const OX = ['O', 'X'] as const;

export const ox: OwnRules<OxQuestion> = {
  draw: ({ answer }) => drawn(answer),
  preview: ({ truth }) => drawn(truth),
  faults(say, { truth }, tell) {
    if (truth === undefined) tell('answer', say.truth);
  },
};

function drawn(truth: 'O' | 'X' | undefined): Drawn {
  const solution = truth && ({ kind: 'choice', rights: [OX.indexOf(truth) + 1] } as const);
  return { shown: { kind: 'ox', choiceList: listOf(OX) }, solution: solution ?? null };
}
