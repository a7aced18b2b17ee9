/** The question of one row of a table. */
import { serverWords } from '../../../i18n/made/server/words.js';
import { fieldName } from './file-words.js';
import type { Question } from '../../../game/shared/quiz-set.js';
import type { Language } from '../../../protocol/http.js';
import { QUESTION_KINDS } from '../../../protocol/desk.js';
import type { QuestionKind } from '../../../protocol/question.js';
import { describeIssue } from './file-text.js';
import { fileKind } from './kinds/file-kinds.js';
import { KIND_LIST, questionSchemas } from './question-schema.js';
import type { Columns } from './table-header.js';
import { cellOf, commonOf, furtherTexts, type Row } from './table-row.js';
import { kindOfCell } from './table-values.js';

/** What Wayground calls a question in which nothing is right. */
const POLL = /^poll$/i;

/** The question, or its faults; `notes` say what was changed in one of another program. */
export function readCells(
  cells: string[],
  columns: Columns,
  language: Language,
  notes: string[],
): Question | string[] {
  const say = serverWords[language].server.file;
  const choices = columns.choices.map((column) => cellOf(cells, column));
  const last = choices.findLastIndex((choice) => choice !== '');
  const gap = choices.indexOf('');
  if (gap >= 0 && gap < last)
    return [`${say.choice({ number: gap + 1 })}: ${say.emptyBefore({ choice: last + 1 })}`];
  const base = { cells, columns, language, notes, choices: choices.slice(0, last + 1) };
  const kind = kindOf(base);
  if (kind === undefined)
    return [`${fieldName('kind', say)}: ${say.unknownKind({ kinds: KIND_LIST })}`];
  const row = { ...base, ...furtherTexts(kind, cells, columns) };
  const { cells: fields, readRow } = fileKind(kind);
  if (fields === undefined) return [say.notInTable];
  const read = readRow?.(row) ?? readFields(row, { kind, ...commonOf(row), ...fields(row) });
  if (!Array.isArray(read) && cellOf(cells, columns.picture) !== '') notes.push(say.pictureLeftOut);
  return read;
}

/** What is there, for a draft. */
export function draftOfCells(cells: string[], columns: Columns, language: Language): object {
  const written = columns.choices.map((column) => cellOf(cells, column));
  const choices = written.slice(0, written.findLastIndex((choice) => choice !== '') + 1);
  const base = { cells, columns, language, notes: [], choices };
  const kind = kindOf(base) ?? 'choice';
  const row = { ...base, ...furtherTexts(kind, cells, columns) };
  return { kind, ...commonOf(row), ...fileKind(kind).cells?.(row) };
}

function kindOf({ cells, columns }: Row): QuestionKind | undefined {
  const written = cellOf(cells, columns.kind);
  if (columns.isOwn) return QUESTION_KINDS.find((one) => one === kindOfCell(written));
  return POLL.test(written) && cellOf(cells, columns.answer) === '' ? 'poll' : 'choice';
}

function readFields({ language }: Row, written: object): Question | string[] {
  const say = serverWords[language].server.file;
  const parsed = questionSchemas(language).safeParse(written);
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map((issue) => describeIssue(issue, say));
}
