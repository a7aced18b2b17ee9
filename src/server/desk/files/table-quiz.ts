import { serverWords } from '../../../i18n/made/server/words.js';
import type { Language } from '../../../protocol/http.js';
import { canonicalLanguage, type SetLanguage } from '../../../protocol/set-languages.js';
import { csvRows, OpenQuoteError } from './csv-rows.js';
import { fieldName, type FileWords } from './file-words.js';
import { QuestionCollector, type CollectedQuiz } from './question-collector.js';
import { FaultList, quoted, QuizFileError } from './quiz-file-error.js';
import { isHeader, readHeader, type Columns } from './table-header.js';
import { draftOfCells, readCells } from './table-question.js';
import { cellOf } from './table-row.js';
import { writtenIn } from './written-in.js';
import { itemKindOf, itemOfCells } from './written-items.js';

/** Rows cost time even when they are blank, and 256 kB hold very many blank ones. */
export const MAX_ROWS = 2_000;
/** Above a header, other programs have titles and explanations. */
const MAX_ROWS_TO_HEADER = 20;
/** The start of a file is looked at for this long to tell what separates its cells. */
const DELIMITER_UNITS = 2_000;

/** What a spreadsheet shows in a form that its file does not hold. */
export type UnreadableCell = keyof FileWords['unreadable'];

/** A row that has something in it. */
export interface TableRow {
  cells: string[];
  /** As a spreadsheet numbers it: blank ones count, and so does the header. */
  row: number;
  /** By column. */
  unreadable?: ReadonlyMap<number, UnreadableCell>;
}

/** Throws QuizFileError. */
export function readCsvQuiz(text: string, language: Language, isDraft = false): CollectedQuiz {
  return readTable(filledRows(text, serverWords[language].server.file), language, isDraft);
}

/** Whether a text has the header of a table among its first lines. */
export function looksLikeTable(text: string): boolean {
  const start = text.split(/\r\n|\r|\n/, MAX_ROWS_TO_HEADER).join('\n');
  try {
    for (const { cells } of filledRows(start, serverWords.en.server.file))
      if (isHeader(cells)) return true;
    return false;
  } catch (error) {
    if (error instanceof QuizFileError) return false;
    throw error;
  }
}

/** Throws QuizFileError. */
export function readTable(
  rows: Iterator<TableRow>,
  language: Language,
  isDraft = false,
): CollectedQuiz {
  const say = serverWords[language].server.file;
  const columns = findColumns(rows, language);
  const collector = new QuestionCollector({ say, unit: 'row', isOwn: columns.isOwn, isDraft });
  const main = new MainLanguage();
  let isFirst = true;
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    if (columns.isOwn || !isAside(next.value.cells, columns, isFirst)) {
      if (!collector.isFull) readRow(next.value, columns, language, collector, main);
    }
    isFirst = false;
  }
  return inLanguages(collector.finish(), columns, main.tag, say);
}

/** The column `language` may name it in any row. */
class MainLanguage {
  tag: SetLanguage | undefined;

  /** Returns what is wrong in a cell. */
  take(cell: string, say: FileWords): string | undefined {
    if (cell === '') return undefined;
    const tag = canonicalLanguage(cell);
    if (tag === undefined) return say.unknownLanguage({ tag: quoted(cell) });
    this.tag ??= tag;
    return tag === this.tag ? undefined : say.otherMainLanguage;
  }
}

/** Throws QuizFileError where the main language has columns of a further one. */
function inLanguages(
  read: CollectedQuiz,
  { languages, row }: Columns,
  language: SetLanguage | undefined,
  say: FileWords,
): CollectedQuiz {
  if (languages.size === 0) return { ...read, language };
  const main = language ?? writtenIn(read.rows);
  const faults = new FaultList(say, 'row');
  if (languages.has(main)) faults.add(row, say.mainLanguageTwice({ tag: main }));
  faults.throwIfAny();
  return { ...read, language: main, languages: [...languages.keys()] };
}

function* filledRows(text: string, say: FileWords): Generator<TableRow, void> {
  let row = 0;
  try {
    for (const cells of csvRows(text, delimiterOf(text))) {
      if (++row > MAX_ROWS) throw new QuizFileError(say.tooManyRows({ most: MAX_ROWS }));
      if (cells.some((cell) => cell.trim() !== '')) yield { cells, row };
    }
  } catch (error) {
    if (!(error instanceof OpenQuoteError)) throw error;
    const faults = new FaultList(say, 'row');
    faults.add(error.row, say.openQuote);
    faults.throwIfAny();
  }
}

/** Excel writes `;` where the comma is the decimal sign, and tabs as "Unicode text". */
function delimiterOf(text: string): string {
  const begin = Math.max(0, text.search(/[^\s,;"]/));
  const lines = text.slice(begin, begin + DELIMITER_UNITS).split(/[\r\n]/);
  // A title has none.
  const header = lines.find((line) => /[,;\t]/.test(line)) ?? '';
  const counts = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

/** Where no row is a header, the first one is read as if it were, which tells what it lacks. */
function findColumns(rows: Iterator<TableRow>, language: Language): Columns {
  let first: TableRow | undefined;
  for (let looked = 0; looked < MAX_ROWS_TO_HEADER; looked++) {
    const next = rows.next();
    if (next.done === true) break;
    const { cells, row } = next.value;
    if (isHeader(cells)) return readHeader(cells, row, language);
    first ??= next.value;
  }
  if (first === undefined) throw new QuizFileError(serverWords[language].server.file.fileEmpty);
  return readHeader(first.cells, first.row, language);
}

/** Rows of another program that are no questions: numbered but empty, or what explains the columns. */
function isAside(cells: string[], columns: Columns, isFirst: boolean): boolean {
  const texts = [columns.question, ...columns.choices].map((column) => cellOf(cells, column));
  if (texts.every((text) => text === '')) return true;
  const seconds = cellOf(cells, columns.seconds);
  const isNumber = (text: string): boolean => /\d/.test(text) && text.length < 20;
  return (
    isFirst && seconds !== '' && !isNumber(seconds) && !isNumber(cellOf(cells, columns.answer))
  );
}

function readRow(
  { cells, row, unreadable }: TableRow,
  columns: Columns,
  language: Language,
  collector: QuestionCollector,
  main: MainLanguage,
): void {
  const say = serverWords[language].server.file;
  const itemKind = itemKindOf(cells, columns);
  const faults = unreadable === undefined ? [] : strangeCells(unreadable, columns, say);
  const ofMain = columns.isOwn
    ? main.take(cellOf(cells, columns.extra.get('language')), say)
    : undefined;
  if (ofMain !== undefined) faults.push(`${fieldName('language', say)}: ${ofMain}`);
  if (columns.isOwn && cells.slice(columns.width).some((extra) => extra.trim() !== ''))
    faults.unshift(say.moreCells);
  if (itemKind !== undefined) {
    collector.takeItem(row, itemOfCells(itemKind, cells, columns), language, faults);
    return;
  }
  collector.countOne();
  const notes: string[] = [];
  const read = faults.length > 0 ? faults : readCells(cells, columns, language, notes);
  if (Array.isArray(read)) collector.skip(row, read, draftOfCells(cells, columns, language));
  else collector.take(row, read, notes);
}

function strangeCells(
  unreadable: ReadonlyMap<number, UnreadableCell>,
  columns: Columns,
  say: FileWords,
): string[] {
  const places = new Map([
    [columns.question, fieldName('quiz', say)],
    [columns.answer, fieldName('answer', say)],
    [columns.seconds, fieldName('limitTime', say)],
    [columns.points, fieldName('points', say)],
    [columns.kind, fieldName('kind', say)],
    [columns.explanation, fieldName('explanation', say)],
    [columns.note, fieldName('note', say)],
    ...columns.choices.map((column, index) => [column, say.choice({ number: index + 1 })] as const),
    ...Array.from(columns.extra, ([name, column]) => [column, fieldName(name, say)] as const),
    ...Array.from(columns.languages).flatMap(([language, roles]) =>
      Array.from(
        roles,
        ([role, column]) => [column, `${fieldName(role, say)} (${language})`] as const,
      ),
    ),
  ]);
  return [...unreadable].flatMap(([column, why]) => {
    const place = places.get(column);
    return place === undefined ? [] : [`${place}: ${say.unreadable[why]}`];
  });
}
