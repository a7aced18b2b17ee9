/** A set as a table that is read again: see docs/quiz-files.md. */
import { serverWords } from '../../../i18n/made/server/words.js';
import type { DraftQuestion, DraftRow, DraftSet } from '../../../protocol/desk.js';
import type { Language } from '../../../protocol/http.js';
import { isItem } from '../../../protocol/programme.js';
import { isOpinion } from '../../../protocol/question.js';
import type { LanguagesOfSet, SetLanguage } from '../../../protocol/set-languages.js';
import type { Table } from '../../platform/zip/table.js';
import { fileKind } from './kinds/file-kinds.js';
import { COLUMN_ROLES, columnName } from './table-header.js';
import { cellsOfTexts, TEXT_ROLES, type TextCells } from './table-texts.js';
import { cellOfValue } from './table-values.js';
import { writtenIn } from './written-in.js';
import { rowOfItem } from './written-items.js';

/** Without a main language it is the one that the letters of its questions tell. */
export type TableSet = Pick<DraftSet, 'questions'> & Partial<LanguagesOfSet>;

/** Others are there where something stands in them. */
const ALWAYS = ['question', 'kind', 'answer', 'choice1', 'choice2'];

/** The first one is read again; another one is there where a table has no place for some questions. */
export function tablesOf(set: TableSet, language: Language): Table[] {
  const { questions, languages = [] } = set;
  const say = serverWords[language].server.export;
  const leftOut: string[][] = [];
  const written: TextCells[] = [];
  /** The columns of what can be translated. */
  const translated = new Set<string>();
  for (const row of questions) {
    const cells = isItem(row) ? { ...rowOfItem(row), id: row.id } : cellsOf(row);
    if (cells === undefined) {
      const kind = cellOfValue('kind', row.kind, language);
      leftOut.push([kind, 'quiz' in row ? row.quiz : '', say.notInTable]);
      continue;
    }
    written.push({ ...cells, ...furtherCells(row, languages) });
    for (const [role, text = ''] of Object.entries(cellsOfTexts(row.kind, row)))
      if (text.trim() !== '') translated.add(role);
  }
  const [first] = written;
  if (first !== undefined) first['language'] = mainLanguage(set);
  const inAll = (column: string): string[] => languages.map((tag) => `${column}:${tag}`);
  const columns = COLUMN_ROLES.flatMap((column) => {
    const isThere = (one: string): boolean => written.some((cells) => (cells[one] ?? '') !== '');
    const own = ALWAYS.includes(column) || isThere(column) ? [column] : [];
    if (!TEXT_ROLES.includes(column)) return own;
    return [...own, ...(translated.has(column) ? inAll(column) : inAll(column).filter(isThere))];
  });
  const head = columns.map((column) => columnName(column, language));
  const body = written.map((cells) =>
    columns.map((column) => cellOfValue(column, cells[column] ?? '', language)),
  );
  const table = { name: say.questions, rows: [head, ...body] };
  return leftOut.length === 0 ? [table] : [table, { name: say.leftOut, rows: leftOut }];
}

/** The texts of a row in further languages; the roles of their columns end with `:` and the tag. */
function furtherCells(
  { kind, texts = {} }: DraftRow,
  languages: readonly SetLanguage[],
): TextCells {
  const cells = languages.flatMap((tag) =>
    Object.entries(cellsOfTexts(kind, texts[tag] ?? {})).map(([role, text]) => [
      `${role}:${tag}`,
      text,
    ]),
  );
  return Object.fromEntries(cells) as TextCells;
}

/** Empty where whoever reads the table takes the same for it. */
function mainLanguage({ language = '', languages = [], questions }: TableSet): string {
  return languages.length > 0 || language !== writtenIn(questions) ? language : '';
}

/** Undefined where no table has room for its kind. */
function cellsOf(draft: DraftQuestion): TextCells | undefined {
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
