import type { Response } from 'express';
import { RoomError, SHEET_FORMATS, SHEET_TABLES, type Language } from '../protocol/index.js';
import type { Report } from '../results/report.js';
import { sheetFile } from '../results/sheet-file.js';

/** Sends a game as `?format=` and, for CSV, `?table=` ask for it. Throws BAD_REQUEST. */
export async function sendSheet(
  response: Response,
  report: Report,
  title: string,
  query: Record<string, unknown>,
  language: Language,
): Promise<void> {
  const format = SHEET_FORMATS.find((one) => one === query['format']);
  const table = SHEET_TABLES.find((one) => one === (query['table'] ?? 'ranking'));
  if (format === undefined || table === undefined)
    throw new RoomError('BAD_REQUEST', 'no such file');
  const spoken = query['lang'] === 'ko' || query['lang'] === 'en' ? query['lang'] : language;
  const file = await sheetFile(report, title, { format, table, language: spoken });
  response.attachment(file.name);
  response.type(file.type);
  response.send(file.body);
}
