import { z } from 'zod';
import type { WordsQuestion } from '../../../../game/shared/quiz-set.js';
import { unknownKeys } from '../file-text.js';
import { commonFields, walkTimeField } from '../kind-schemas.js';
import { cellOf, wholeNumber } from '../table-row.js';
import type { FileKind } from './file-kind.js';

export const words: FileKind<WordsQuestion> = {
  schema: (say) =>
    z.strictObject(
      { kind: z.literal('words'), ...commonFields(say, 'words'), walkTime: walkTimeField(say) },
      { error: unknownKeys(say) },
    ),
  read: (written) => written,
  twin: () => [],
  cells({ cells, columns }) {
    const walkTime = wholeNumber(cellOf(cells, columns.extra.get('walk')));
    return walkTime === undefined ? {} : { walkTime };
  },
  row: ({ walkTime }) => ({ walk: String(walkTime ?? '') }),
  ofDraft: ({ walkTime }) => ({ walkTime }),
  toDraft: ({ walkTime }) => ({ walkTime }),
};
