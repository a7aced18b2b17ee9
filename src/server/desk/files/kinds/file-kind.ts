import type { z } from 'zod';
import type { Question, OwnWorth } from '../../../../game/shared/quiz-set.js';
import type { DraftQuestion } from '../../../../protocol/desk.js';
import type { FileWords } from '../file-words.js';
import type { ExtraColumn } from '../table-header.js';
import type { Row } from '../table-row.js';

/** How one kind is written: in our own JSON, in a table, and as a draft, which has the fields of the editor. */
export interface FileKind<Q extends Question> {
  /** A strict object of what an author writes. */
  schema: (say: FileWords) => z.core.$ZodTypeDiscriminable;
  /** The question of what `schema` gave. */
  read: (written: never, say: FileWords, context: z.RefinementCtx) => Q;
  /** Back to what `schema` takes; missing where that is the question as it is. */
  write?: (question: Q) => object;
  /** What makes it another question than one of its kind with the same text. */
  twin: (question: Q) => readonly unknown[];
  /** Its own fields in a row; missing where no table has room for it. */
  cells?: (row: Row) => object;
  /** Back to what `cells` reads; there where that is. */
  row?: (draft: DraftQuestion) => RowCells;
  /** Reads a row otherwise than `schema` reads its cells. */
  readRow?: (row: Row) => Q | Question | string[];
  /** Its own fields of a draft, as a file has them. */
  ofDraft: (draft: DraftQuestion) => object;
  /** And of a question that is played, as a draft has them. */
  toDraft: (question: Q) => Partial<DraftQuestion>;
  /** The answers in GIFT; undefined where they are missing, and no method where GIFT has nothing for the kind. */
  gift?: (draft: DraftQuestion) => string | undefined;
  /** What a draft takes of a written answer, whatever that is. */
  answer?: (fields: Record<string, unknown>) => Partial<DraftQuestion>;
}

/** The cells of a kind in a row beside the question itself. */
export interface RowCells extends Partial<Record<ExtraColumn, string>> {
  answer?: string;
  choices?: readonly string[];
}

export function worthOf(points: 0 | 1 | 2): OwnWorth {
  return points === 1 ? {} : { points };
}
