import type { DraftQuestion } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { GuessQuestion } from '../../shared/quiz-set.js';
import { filledChoices, tellChoices } from './choice.js';
import { listOf, type Drawn, type OwnRules, type Tell } from './rules.js';

export const guess: OwnRules<GuessQuestion> = {
  draw: ({ choices, choice }) => drawn(choices, choice + 1),
  preview: (draft) => drawn(filledChoices(draft), draft.guessOf ?? 1),
  faults(say, draft, tell) {
    tellChoices(say, draft, tell);
    const { guessOf = 1 } = draft;
    if (guessOf < 1 || guessOf > filledChoices(draft).length) tell('guessOf', say.rightEmpty);
    tellGuessTime(say, draft, tell);
  },
};

function drawn(choices: readonly string[], choice: number): Drawn {
  return {
    shown: { kind: 'guess', choiceList: listOf(choices), choice },
    // How many have chosen it is known at the bell of the poll.
    solution: { kind: 'parts', parts: [null, null] },
  };
}

function tellGuessTime(say: FaultsWords, { guessTime }: DraftQuestion, tell: Tell): void {
  const [least, most] = [limits.MIN_GUESS_S, limits.MAX_GUESS_S];
  const given = guessTime ?? Number.NaN;
  const isTime = Number.isInteger(given) && given >= least && given <= most;
  if (guessTime !== undefined && !isTime) tell('guessTime', say.seconds({ least, most }));
}
