/** A row of a table that is a question, and what it has of every kind. */
import { serverWords } from '../../../i18n/made/server/words.js';
import type { DraftRow } from '../../../protocol/desk.js';
import type { Language } from '../../../protocol/http.js';
import { DRAFT_TEXT_MAX_UNITS } from '../../../protocol/limits.js';
import type { SetLanguage } from '../../../protocol/set-languages.js';
import { cutExplanation } from './cut-explanation.js';
import { nearestSeconds } from './nearest-seconds.js';
import type { Columns, ExtraColumn } from './table-header.js';
import { textsOfCells } from './table-texts.js';
import { plainNumber } from './written-answer.js';
import { flagOf } from './table-values.js';

export interface Row {
  cells: string[];
  columns: Columns;
  language: Language;
  notes: string[];
  choices: string[];
  /** In further languages. */
  texts?: Record<SetLanguage, object>;
}

export const cellOf = (cells: string[], column: number | undefined): string =>
  column === undefined ? '' : (cells[column] ?? '').trim();

/** The texts of a row in further languages, to be spread. */
export function furtherTexts(
  kind: DraftRow['kind'],
  cells: string[],
  columns: Columns,
): Pick<Row, 'texts'> {
  const all = [...columns.languages].flatMap(([language, columnOf]) => {
    // Longer ones are faults, of which a draft keeps so much.
    const cell = (role: string): string =>
      cellOf(cells, columnOf.get(role)).slice(0, DRAFT_TEXT_MAX_UNITS);
    const texts = textsOfCells(kind, cell);
    return Object.keys(texts).length === 0 ? [] : [[language, texts] as const];
  });
  return all.length === 0 ? {} : { texts: Object.fromEntries(all) };
}

export function commonOf({ cells, columns, language, notes, texts }: Row): object {
  const say = serverWords[language].server.file;
  const { isOwn, extra } = columns;
  const seconds = cellOf(cells, columns.seconds);
  // The points of another program are its own.
  const points = isOwn ? wholeNumber(cellOf(cells, columns.points)) : undefined;
  const explained = cellOf(cells, columns.explanation);
  const explanation = isOwn ? explained : cutExplanation(explained, say, notes);
  const id = cellOf(cells, extra.get('image'));
  const note = cellOf(cells, columns.note);
  const own = (column: ExtraColumn): string => (isOwn ? cellOf(cells, extra.get(column)) : '');
  const blind = flagOf(own('blind'));
  return {
    ...(own('id') === '' ? {} : { id: own('id') }),
    quiz: cellOf(cells, columns.question),
    limitTime: isOwn ? wholeNumber(seconds) : nearestSeconds(seconds, say, notes),
    ...(points === undefined ? {} : { points }),
    ...(explanation === '' ? {} : { explanation }),
    ...(note === '' ? {} : { note }),
    ...(blind === undefined ? {} : { blind }),
    ...(id === '' ? {} : { image: { id, alt: cellOf(cells, extra.get('alt')) } }),
    ...(texts && { texts }),
  };
}

/** Undefined for an empty cell, which means what is usual; NaN, which no schema takes, for what is no number. */
export function wholeNumber(cell: string): number | undefined {
  const number = plainNumber(cell);
  if (number === '') return undefined;
  return /^\d+$/.test(number) ? Number(number) : Number.NaN;
}
