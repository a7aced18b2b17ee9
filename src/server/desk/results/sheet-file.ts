import { serverWords } from '../../../i18n/made/server/words.js';
import type { Language } from '../../../protocol/http.js';
import {
  tablesIn,
  type GameReport,
  type SheetFormat,
  type SheetTable,
} from '../../../protocol/results.js';
import type { InSlices } from '../../platform/rate/lane.js';
import { csvOf } from './csv.js';
import { reportFor } from '../../../protocol/report-language.js';
import type { Report } from './report.js';
import { tableOf } from './tables.js';
import { workbookOf } from '../../platform/zip/xlsx.js';

/** What somebody wants of a game: a workbook with all tables, or one of them as CSV. */
export interface SheetWish {
  format: SheetFormat;
  table: SheetTable;
  language: Language;
}

const TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** How the file is called, without what file systems refuse, and its media type. */
export function sheetHead(
  title: string,
  { format, table, language }: SheetWish,
): { name: string; type: string } {
  const base = title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ');
  const { tables } = serverWords[language].server.sheet;
  const name = format === 'csv' ? `${base} - ${tables[table]}.csv` : `${base}.xlsx`;
  return { name, type: TYPES[format] };
}

export function sheetBody(
  whole: Report & Pick<GameReport, 'language'>,
  { format, table, language }: SheetWish,
  inSlices: InSlices,
): Promise<Buffer> {
  const words = serverWords[language].server.sheet;
  const report = reportFor(whole, language);
  if (format === 'csv') return inSlices(csvOf(tableOf(report, table, words)));
  return workbookOf(
    tablesIn(report).map((one) => tableOf(report, one, words)),
    inSlices,
  );
}
