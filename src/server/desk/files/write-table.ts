/** A set as a table that is read again: see docs/quiz-files.md. */
import { serverWords } from '../../../i18n/made/server/words.js';
import type { DraftQuestion, DraftRow } from '../../../protocol/desk.js';
import type { Language } from '../../../protocol/http.js';
import { isItem } from '../../../protocol/programme.js';
import { isOpinion } from '../../../protocol/question.js';
import type { Table } from '../../platform/zip/table.js';
import { fileKind } from './kinds/file-kinds.js';
import { COLUMN_ROLES, columnName } from './table-header.js';
import { rowOfItem } from './written-items.js';

/** By the role of their columns. */
type Cells = Partial<Record<string, string>>;

/** Others are there where something stands in them. */
const ALWAYS = ['question', 'kind', 'answer', 'choice1', 'choice2'];

/** The first one is read again; another one is there where a table has no place for some questions. */
export function tablesOf(rows: readonly DraftRow[], language: Language): Table[] {
  const say = serverWords[language].server.export;
  const leftOut: string[][] = [];
  const written: Cells[] = [];
  for (const row of rows) {
    const cells = isItem(row) ? { ...rowOfItem(row), id: row.id } : cellsOf(row);
    if (cells !== undefined) written.push(cells);
    else leftOut.push([row.kind, 'quiz' in row ? row.quiz : '', say.notInTable]);
  }
  const columns = COLUMN_ROLES.filter(
    (column) => ALWAYS.includes(column) || written.some((cells) => (cells[column] ?? '') !== ''),
  );
  const head = columns.map((column) => columnName(column, language));
  const body = written.map((cells) => columns.map((column) => cells[column] ?? ''));
  const table = { name: say.questions, rows: [head, ...body] };
  return leftOut.length === 0 ? [table] : [table, { name: say.leftOut, rows: leftOut }];
}

/** Undefined where no table has room for its kind. */
function cellsOf(draft: DraftQuestion): Cells | undefined {
  const { id, kind, quiz, limitTime, points, explanation, note, image, blind } = draft;
  const { row } = fileKind(kind);
  if (row === undefined) return undefined;
  const { choices = [], ...own } = row(draft);
  return {
    id,
    kind,
    question: quiz,
    seconds: String(limitTime ?? ''),
    points: points === 1 || isOpinion(draft) ? '' : String(points),
    explanation: explanation ?? '',
    note: note ?? '',
    image: image?.id ?? '',
    alt: image?.alt ?? '',
    blind: String(blind ?? ''),
    ...own,
    ...Object.fromEntries(choices.map((choice, index) => [`choice${index + 1}`, choice])),
  };
}
