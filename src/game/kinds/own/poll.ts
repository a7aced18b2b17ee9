import type { PollQuestion } from '../../shared/quiz-set.js';
import { filledChoices, tellChoices } from './choice.js';
import { listOf, type Drawn, type OwnRules } from './rules.js';

export const poll: OwnRules<PollQuestion> = {
  draw: ({ choices }) => drawn(choices),
  preview: (draft) => drawn(filledChoices(draft)),
  faults: tellChoices,
};

function drawn(choices: readonly string[]): Drawn {
  return { shown: { kind: 'poll', choiceList: listOf(choices) }, solution: null };
}
