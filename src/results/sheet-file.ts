import type { Language } from '../protocol/http.js';
import { SHEET_TABLES, type SheetFormat, type SheetTable } from '../protocol/results.js';
import { csvOf } from './csv.js';
import type { Report } from './report.js';
import { sheetWords } from './sheet-words.js';
import { tableOf } from './tables.js';
import { workbookOf } from './xlsx.js';

export interface SheetFile {
  type: string;
  name: string;
  body: Buffer;
}

/** A file of a game to be downloaded: a workbook with all tables, or one of them as CSV. */
export async function sheetFile(
  report: Report,
  title: string,
  { format, table, language }: { format: SheetFormat; table: SheetTable; language: Language },
): Promise<SheetFile> {
  const words = sheetWords[language];
  const base = title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ');
  switch (format) {
    case 'csv': {
      const made = tableOf(report, table, words);
      const name = `${base} - ${made.name}.csv`;
      return { type: 'text/csv; charset=utf-8', name, body: Buffer.from(csvOf(made)) };
    }
    case 'xlsx': {
      const tables = SHEET_TABLES.map((one) => tableOf(report, one, words));
      return {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        name: `${base}.xlsx`,
        body: await workbookOf(tables),
      };
    }
  }
}
