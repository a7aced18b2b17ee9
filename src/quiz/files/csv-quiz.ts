import type { Question } from '../../game/quiz-set.js';
import type { Language } from '../../protocol/http.js';
import { QUIZ_FILE_MAX_QUESTIONS } from '../../protocol/limits.js';
import { readHeader, type Columns } from './csv-header.js';
import { csvRows, OpenQuoteError } from './csv-rows.js';
import { words, type FileWords } from './file-words.js';
import { comparable, describeIssue, questionSchemas } from './question-schema.js';
import { FaultList, QuizFileError, quoted } from './quiz-file-error.js';
import { TwinFinder } from './twin-finder.js';

/** Rows cost time even when they are blank, and 256 kB hold very many blank ones. */
const MAX_ROWS = 2_000;

const MAX_NUMBER_UNITS = 8;
/** A header is looked at for this long to tell what separates its cells. */
const DELIMITER_UNITS = 2_000;

/** Throws QuizFileError; its rows are a spreadsheet's: blank ones count, and so does the header. */
export function readCsvQuiz(text: string, language: Language): Question[] {
  const say = words[language];
  const faults = new FaultList(say, 'row');
  const twins = new TwinFinder();
  const questions: Question[] = [];
  let columns: Columns | undefined;
  let count = 0;
  try {
    for (const { cells, row } of filledRows(text, say)) {
      if (columns === undefined) {
        columns = readHeader(cells, row, say);
        continue;
      }
      if (++count > QUIZ_FILE_MAX_QUESTIONS)
        throw new QuizFileError(say.fileTooManyQuestions(QUIZ_FILE_MAX_QUESTIONS));
      if (faults.isFull) continue;
      const question = readRow(cells, columns, language, (message) => faults.add(row, message));
      if (question === undefined) continue;
      const twin = twins.rowOfTwin(question, row);
      if (twin !== undefined) faults.add(row, say.sameAsRow(twin));
      questions.push(question);
    }
  } catch (error) {
    if (!(error instanceof OpenQuoteError)) throw error;
    faults.add(error.row, say.openQuote);
  }
  faults.throwIfAny();
  if (columns === undefined) throw new QuizFileError(say.fileEmpty);
  if (count === 0) throw new QuizFileError(say.noQuestions);
  return questions;
}

function* filledRows(text: string, say: FileWords): Generator<{ cells: string[]; row: number }> {
  let row = 0;
  for (const cells of csvRows(text, delimiterOf(text))) {
    if (++row > MAX_ROWS) throw new QuizFileError(say.tooManyRows(MAX_ROWS));
    if (cells.some((cell) => cell.trim() !== '')) yield { cells, row };
  }
}

/** Excel writes `;` where the comma is the decimal sign, and tabs as "Unicode text". */
function delimiterOf(text: string): string {
  const begin = Math.max(0, text.search(/[^\s,;"]/));
  const [header = ''] = text.slice(begin, begin + DELIMITER_UNITS).split(/[\r\n]/);
  const counts = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

function readRow(
  cells: string[],
  columns: Columns,
  language: Language,
  fault: (message: string) => void,
): Question | undefined {
  const say = words[language];
  const cell = (column: number | undefined): string =>
    column === undefined ? '' : (cells[column] ?? '').trim();

  if (cells.slice(columns.width).some((extra) => extra.trim() !== '')) {
    fault(say.moreCells);
    return undefined;
  }
  const choices = columns.choices.map(cell);
  const last = choices.findLastIndex((choice) => choice !== '');
  const gap = choices.indexOf('');
  if (gap >= 0 && gap < last) {
    fault(`${say.choice(gap + 1)}: ${say.emptyBefore(last + 1)}`);
    return undefined;
  }
  const written = choices.slice(0, last + 1);
  const seconds = plainNumber(cell(columns.seconds));
  const parsed = questionSchemas[language].safeParse({
    quiz: cell(columns.question),
    choices: written,
    // The cell's is read below, and what is none is told in words that fit a spreadsheet.
    answer: 1,
    limitTime: seconds === '' ? undefined : /^\d+$/.test(seconds) ? Number(seconds) : Number.NaN,
  });
  if (!parsed.success) for (const issue of parsed.error.issues) fault(describeIssue(issue, say));
  const known = parsed.success ? parsed.data.choices : written.map(comparable);
  const answer = readAnswer(cell(columns.answer), known, say);
  if (typeof answer === 'string') fault(`${say.field('answer')}: ${answer}`);
  else if (parsed.success) return { ...parsed.data, answer: answer - 1 };
  return undefined;
}

/** The number of the right choice, from 1, or what is wrong with the cell; `choices` are normalised. */
function readAnswer(cell: string, choices: string[], say: FileWords): number | string {
  if (cell === '') return say.empty;
  // `#3` is always a number, for choices that are numbers themselves.
  const digits = /^#?(\d{1,2})$/.exec(plainNumber(cell))?.[1];
  const byNumber = digits !== undefined && choices[Number(digits) - 1] !== undefined;
  const wanted = comparable(cell);
  const byText = choices.indexOf(wanted) + 1;
  if (byNumber && byText > 0 && byText !== Number(digits))
    return say.ambiguousAnswer(quoted(cell), Number(digits), byText);
  if (byNumber) return Number(digits);
  if (byText > 0) return byText;
  // Without choices, that is the fault that is told.
  return choices.length === 0 ? 1 : say.noSuchAnswer(quoted(cell), choices.length);
}

/** NFKC reads ③ and ３ as 3. What is long is no number, and may be hostile. */
function plainNumber(cell: string): string {
  return cell.length > MAX_NUMBER_UNITS ? cell : cell.normalize('NFKC');
}
