/** The question of one row of a table. */
import type { ChoiceQuestion, Question } from '../../game/quiz-set.js';
import { EXPLANATION_MAX_UNITS } from '../../protocol/limits.js';
import type { Language } from '../../protocol/http.js';
import { QUESTION_KINDS, type QuestionKind } from '../../protocol/question.js';
import { words, type FileWords } from './file-words.js';
import { describeIssue } from './file-text.js';
import { nearestSeconds } from './nearest-seconds.js';
import { choiceSchemas, comparable, KINDS, questionSchemas } from './question-schema.js';
import type { Columns, ExtraColumn } from './table-header.js';
import { trueOrFalse } from './true-or-false.js';
import { plainNumber, readAnswer } from './written-answer.js';

export const cellOf = (cells: string[], column: number | undefined): string =>
  column === undefined ? '' : (cells[column] ?? '').trim();

const KIND_NAMES = new Map<string, QuestionKind>([
  ['', 'choice'],
  ...QUESTION_KINDS.map((kind): [string, QuestionKind] => [kind, kind]),
  ['객관식', 'choice'],
  ['숫자', 'number'],
  ['위치', 'spot'],
  ['설문', 'poll'],
  ['척도', 'scale'],
]);
const VERDICTS = new Map<string, string>([
  ...['O', 'o', '○', '◯', '〇', '⭕', '참', 'TRUE', 'true', 'True'].map(
    (word): [string, string] => [word, 'O'],
  ),
  ...['X', 'x', '×', '✕', '❌', '거짓', 'FALSE', 'false', 'False'].map((word): [string, string] => [
    word,
    'X',
  ]),
]);
/** What Wayground calls a question in which nothing is right. */
const POLL = /^poll$/i;

/** The question, or its faults; `notes` say what was changed in one of another program. */
export function readCells(
  cells: string[],
  columns: Columns,
  language: Language,
  notes: string[],
): Question | string[] {
  const say = words[language];
  const choices = columns.choices.map((column) => cellOf(cells, column));
  const last = choices.findLastIndex((choice) => choice !== '');
  const gap = choices.indexOf('');
  if (gap >= 0 && gap < last) return [`${say.choice(gap + 1)}: ${say.emptyBefore(last + 1)}`];
  const row = { cells, columns, language, notes, choices: choices.slice(0, last + 1) };
  const kind = kindOf(row);
  if (kind === undefined) return [`${say.field('kind')}: ${say.unknownKind(KINDS)}`];
  if (kind === 'spot') return [say.notInTable];
  const read = kind === 'choice' ? readChoice(row) : readOther(row, kind);
  if (!Array.isArray(read) && cellOf(cells, columns.picture) !== '') notes.push(say.pictureLeftOut);
  return read;
}

/** What is there, for a draft. */
export function draftOfCells(cells: string[], columns: Columns, language: Language): object {
  const written = columns.choices.map((column) => cellOf(cells, column));
  const choices = written.slice(0, written.findLastIndex((choice) => choice !== '') + 1);
  const row = { cells, columns, language, notes: [], choices };
  const kind = kindOf(row) ?? 'choice';
  if (kind === 'spot') return { kind, ...commonOf(row) };
  return {
    kind,
    ...commonOf(row),
    ...(kind === 'choice' ? { choices, answer: draftAnswer(row) } : fieldsOf(row, kind)),
  };
}

function draftAnswer({ cells, columns, choices }: Row): number[] {
  const answer = cellOf(cells, columns.answer);
  const byText = choices.map(comparable).indexOf(comparable(answer)) + 1;
  if (byText > 0) return [byText];
  return Array.from(plainNumber(answer).matchAll(/\d{1,2}/g), ([digits]) => Number(digits));
}

interface Row {
  cells: string[];
  columns: Columns;
  language: Language;
  notes: string[];
  choices: string[];
}

function kindOf({ cells, columns }: Row): QuestionKind | undefined {
  const written = cellOf(cells, columns.kind);
  if (columns.isOwn) return KIND_NAMES.get(written.normalize('NFKC').toLowerCase());
  return POLL.test(written) && cellOf(cells, columns.answer) === '' ? 'poll' : 'choice';
}

function readChoice(row: Row): Question | string[] {
  const { cells, columns, language, choices } = row;
  const say = words[language];
  const parsed = choiceSchemas[language].safeParse({
    kind: 'choice',
    ...commonOf(row),
    choices,
    // The cell's is read below, and what is none is told in words that fit a spreadsheet.
    answer: 1,
  });
  const faults = parsed.error?.issues.map((issue) => describeIssue(issue, say)) ?? [];
  const known = parsed.success ? parsed.data.choices : choices.map(comparable);
  const rights = readAnswer(cellOf(cells, columns.answer), known, say, !columns.isOwn);
  if (typeof rights === 'string') faults.push(`${say.field('answer')}: ${rights}`);
  else if (parsed.success) {
    const answers = rights.map((right) => right - 1);
    const question: ChoiceQuestion = { ...parsed.data, answers };
    return columns.isOwn ? question : trueOrFalse(question);
  }
  return faults;
}

function readOther(row: Row, kind: Exclude<QuestionKind, 'choice' | 'spot'>): Question | string[] {
  const { language } = row;
  const say = words[language];
  const parsed = questionSchemas[language].safeParse({
    kind,
    ...commonOf(row),
    ...fieldsOf(row, kind),
  });
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map((issue) => describeIssue(issue, say));
}

function fieldsOf(
  { cells, columns, choices }: Row,
  kind: Exclude<QuestionKind, 'choice' | 'spot'>,
): object {
  const answer = cellOf(cells, columns.answer);
  const extra = (name: ExtraColumn): string => cellOf(cells, columns.extra.get(name));
  switch (kind) {
    case 'ox':
      return { answer: VERDICTS.get(answer) ?? answer };
    case 'poll':
      return { choices };
    case 'scale':
      return { from: choices[0] ?? '', to: choices[1] ?? '' };
    case 'number': {
      const [min, max, step] = (['min', 'max', 'step'] as const).map((name) =>
        decimal(extra(name)),
      );
      const [unit, tolerance] = [extra('unit'), extra('tolerance')];
      return {
        min,
        max,
        step,
        answer: decimal(answer),
        ...(unit === '' ? {} : { unit }),
        ...(tolerance === '' ? {} : { tolerance: decimal(tolerance) }),
      };
    }
  }
}

/** What every kind has. */
function commonOf({ cells, columns, language, notes }: Row): object {
  const say = words[language];
  const { isOwn, extra } = columns;
  const seconds = cellOf(cells, columns.seconds);
  // The points of another program are its own.
  const points = isOwn ? wholeNumber(cellOf(cells, columns.points)) : undefined;
  const explanation = explanationOf(cellOf(cells, columns.explanation), isOwn, say, notes);
  const id = cellOf(cells, extra.get('image'));
  return {
    quiz: cellOf(cells, columns.question),
    limitTime: isOwn ? wholeNumber(seconds) : nearestSeconds(seconds, say, notes),
    ...(points === undefined ? {} : { points }),
    ...(explanation === '' ? {} : { explanation }),
    ...(id === '' ? {} : { image: { id, alt: cellOf(cells, extra.get('alt')) } }),
  };
}

/** That of another program is cut where it is too long. */
function explanationOf(written: string, isOwn: boolean, say: FileWords, notes: string[]): string {
  if (isOwn || written.length <= EXPLANATION_MAX_UNITS) return written;
  notes.push(say.explanationCut(EXPLANATION_MAX_UNITS));
  // Not in the middle of a character.
  return written.slice(0, EXPLANATION_MAX_UNITS).replace(/[\uD800-\uDBFF]$/, '');
}

/** Undefined for an empty cell, which means what is usual; NaN, which no schema takes, for what is no number. */
function wholeNumber(cell: string): number | undefined {
  const number = plainNumber(cell);
  if (number === '') return undefined;
  return /^\d+$/.test(number) ? Number(number) : Number.NaN;
}

/** NaN for what is no number. */
function decimal(cell: string): number {
  return /^-?\d{1,13}(\.\d{1,6})?$/.test(cell) ? Number(cell) : Number.NaN;
}
