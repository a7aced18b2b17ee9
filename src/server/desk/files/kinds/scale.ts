import { z } from 'zod';
import type { ScaleQuestion } from '../../../../game/shared/quiz-set.js';
import { LABEL_MAX_UNITS } from '../../../../protocol/limits.js';
import { fileText, unknownKeys } from '../file-text.js';
import { commonFields } from '../kind-schemas.js';
import type { FileKind } from './file-kind.js';

export const scale: FileKind<ScaleQuestion> = {
  schema(say) {
    const label = fileText(say, LABEL_MAX_UNITS);
    return z.strictObject(
      { kind: z.literal('scale'), ...commonFields(say), from: label, to: label },
      { error: unknownKeys(say) },
    );
  },
  read: (written) => written,
  twin: () => [],
  cells: ({ choices: [from = '', to = ''] }) => ({ from, to }),
  row: ({ from = '', to = '' }) => ({ choices: [from, to] }),
  ofDraft: ({ from = '', to = '' }) => ({ from, to }),
  toDraft: ({ from, to }) => ({ from, to }),
};
