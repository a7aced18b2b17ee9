import { CsvError, parse } from 'csv-parse/sync';
import type { Question } from '../game/quiz-set.js';
import { QUIZ_FILE_MAX_QUESTIONS } from '../protocol/limits.js';
import { readHeader, type Columns } from './csv-header.js';
import { describeIssue, questionSchema } from './question-schema.js';
import { FaultList, QuizFileError, quoted } from './quiz-file-error.js';
import { TwinFinder } from './twin-finder.js';

/** Rows cost time even when they are blank, and 256 kB hold very many blank ones. */
const MAX_ROWS = 2_000;

/** Throws QuizFileError; its rows are a spreadsheet's: blank ones count, and so does the header. */
export function readCsvQuiz(text: string): Question[] {
  const sheet = splitRows(text);
  if (sheet.length > MAX_ROWS)
    throw new QuizFileError(`The file has more than ${MAX_ROWS} rows, blank ones included`);
  const rows = sheet
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [header, ...body] = rows;
  if (header === undefined) throw new QuizFileError('The file is empty');
  const columns = readHeader(header.cells, header.row);
  if (body.length === 0) throw new QuizFileError('The file has no questions under its header');
  if (body.length > QUIZ_FILE_MAX_QUESTIONS)
    throw new QuizFileError(`The file has more than ${QUIZ_FILE_MAX_QUESTIONS} questions`);

  const faults = new FaultList('Row');
  const twins = new TwinFinder();
  const questions: Question[] = [];
  for (const { cells, row } of body) {
    if (faults.isFull) break;
    const question = readRow(cells, columns, (message) => faults.add(row, message));
    if (question === undefined) continue;
    const twin = twins.rowOfTwin(question, row);
    if (twin !== undefined) faults.add(row, `is the same question as in row ${twin}`);
    questions.push(question);
  }
  faults.throwIfAny();
  return questions;
}

/** One array of cells per row of the spreadsheet, blank rows included. */
function splitRows(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Hand-written files have quote marks inside of plain cells.
      relax_quotes: true,
      skip_empty_lines: false,
      to: MAX_ROWS + 1,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = typeof error['records'] === 'number' ? error['records'] + 1 : 1;
    const faults = new FaultList('Row');
    faults.add(row, 'a cell begins with a quote mark (") and none closes it');
    faults.throwIfAny();
    throw error;
  }
}

/** Excel writes `;` where the comma is the decimal sign, and tabs as "Unicode text". */
function delimiterOf(text: string): string {
  const header = text.split(/[\r\n]/).find((line) => /[^\s,;"]/.test(line)) ?? '';
  const counts = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

function readRow(
  cells: string[],
  columns: Columns,
  fault: (message: string) => void,
): Question | undefined {
  const cell = (column: number | undefined): string =>
    column === undefined ? '' : (cells[column] ?? '').trim();

  if (cells.slice(columns.width).some((extra) => extra.trim() !== '')) {
    fault('has more cells than the header: put a text with a comma in quote marks (")');
    return undefined;
  }
  const choices = columns.choices.map(cell);
  const last = choices.findLastIndex((choice) => choice !== '');
  const gap = choices.indexOf('');
  if (gap >= 0 && gap < last) {
    fault(`choice ${gap + 1}: is empty, but choice ${last + 1} is not`);
    return undefined;
  }
  const written = choices.slice(0, last + 1);
  const answer = readAnswer(cell(columns.answer), written);
  const seconds = cell(columns.seconds).normalize('NFKC');
  const parsed = questionSchema.safeParse({
    quiz: cell(columns.question),
    choices: written,
    // What is no answer is reported below, in words that fit a spreadsheet.
    answer: typeof answer === 'number' ? answer : 1,
    limitTime: seconds === '' ? undefined : /^\d+$/.test(seconds) ? Number(seconds) : Number.NaN,
  });
  if (!parsed.success) for (const issue of parsed.error.issues) fault(describeIssue(issue));
  if (typeof answer === 'string') fault(answer);
  return parsed.success && typeof answer === 'number' ? parsed.data : undefined;
}

/** The number of the right choice, from 1, or what is wrong with the cell. */
function readAnswer(cell: string, choices: string[]): number | string {
  if (cell === '') return 'answer: is empty';
  // NFKC reads ③ and ３ as 3; `#3` is always a number, for choices that are numbers themselves.
  const digits = /^#?(\d{1,2})$/.exec(cell.normalize('NFKC'))?.[1];
  const byNumber = digits !== undefined && choices[Number(digits) - 1] !== undefined;
  const byText =
    choices.findIndex((choice) => choice.normalize('NFC') === cell.normalize('NFC')) + 1;
  if (byNumber && byText > 0 && byText !== Number(digits))
    return `answer: ${quoted(cell)} could be choice ${Number(digits)} or the text of choice ${byText}: write #${Number(digits)} or #${byText}`;
  if (byNumber) return Number(digits);
  if (byText > 0) return byText;
  return `answer: ${quoted(cell)} is neither a number from 1 to ${choices.length} nor the text of a choice`;
}
