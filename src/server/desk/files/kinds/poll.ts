import { z } from 'zod';
import { filledChoices } from '../../../../game/kinds/own/choice.js';
import type { PollQuestion } from '../../../../game/shared/quiz-set.js';
import { unknownKeys } from '../file-text.js';
import { choicesField, commonFields } from '../kind-schemas.js';
import type { FileKind } from './file-kind.js';

export const poll: FileKind<PollQuestion> = {
  schema: (say) =>
    z.strictObject(
      { kind: z.literal('poll'), ...commonFields(say), choices: choicesField(say) },
      { error: unknownKeys(say) },
    ),
  read: (written) => written,
  twin: ({ choices }) => choices.toSorted(),
  cells: ({ choices }) => ({ choices }),
  row: (draft) => ({ choices: filledChoices(draft) }),
  ofDraft: (draft) => ({ choices: filledChoices(draft) }),
  toDraft: ({ choices }) => ({ choices }),
};
