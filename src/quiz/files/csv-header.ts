/** The first row of a CSV file: which column holds what. */
import { MAX_CHOICES } from '../../protocol/limits.js';
import { MAX_CELLS } from './csv-rows.js';
import type { FileWords } from './file-words.js';
import { FaultList, quoted } from './quiz-file-error.js';

export interface Columns {
  question: number;
  answer: number;
  /** By choice, from 0: the column that holds it, where the file has one. */
  choices: (number | undefined)[];
  seconds: number | undefined;
  /** Cells from here on belong to no column. */
  width: number;
}

const NAMES = new Map([
  ['question', 'question'],
  ['quiz', 'question'],
  ['문제', 'question'],
  ['질문', 'question'],
  ['answer', 'answer'],
  ['정답', 'answer'],
  ['답', 'answer'],
  ['seconds', 'seconds'],
  ['time', 'seconds'],
  ['limittime', 'seconds'],
  ['시간', 'seconds'],
  ['제한시간', 'seconds'],
  ['초', 'seconds'],
  ['시간(초)', 'seconds'],
  ['no', 'ignored'],
  ['number', 'ignored'],
  ['note', 'ignored'],
  ['번호', 'ignored'],
  ['비고', 'ignored'],
]);
/** Of the longest name, its letters in pieces and far apart. */
const MAX_NAME_UNITS = 60;
const CHOICE_NAME = /^(?:choice|option|보기|선택지)([1-9]\d?)$/;

/** Throws QuizFileError where the columns cannot be told. `row` is the header's own row. */
export function readHeader(cells: string[], row: number, say: FileWords): Columns {
  const faults = new FaultList(say, 'row');
  const found = new Map<string, number>();
  for (const [column, cell] of cells.entries()) {
    if (column === MAX_CELLS && cell.trim() !== '') faults.add(row, say.tooManyColumns(MAX_CELLS));
    if (column === MAX_CELLS) break;
    const role = roleOf(cell);
    if (role === 'ignored') continue;
    if (role === undefined) faults.add(row, say.unknownColumn(quoted(cell), MAX_CHOICES));
    else if (found.has(role)) faults.add(row, say.columnTwice(role));
    else found.set(role, column);
    if (faults.isFull) break;
  }
  for (const role of ['question', 'answer', 'choice1', 'choice2'])
    if (!found.has(role)) faults.add(row, say.columnMissing(role, MAX_CHOICES));
  faults.throwIfAny();
  return {
    question: found.get('question') ?? 0,
    answer: found.get('answer') ?? 0,
    choices: Array.from({ length: MAX_CHOICES }, (_, index) => found.get(`choice${index + 1}`)),
    seconds: found.get('seconds'),
    width: cells.length,
  };
}

/** NFKC also reads full-width digits and the decomposed Hangul that macOS writes. */
function roleOf(cell: string): string | undefined {
  if (cell.length > MAX_NAME_UNITS) return undefined;
  const name = cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.]/g, '');
  if (name === '') return 'ignored';
  const choice = Number(CHOICE_NAME.exec(name)?.[1]);
  if (choice >= 1 && choice <= MAX_CHOICES) return `choice${choice}`;
  return NAMES.get(name);
}
