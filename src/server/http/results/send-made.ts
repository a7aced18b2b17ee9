import type { Response } from 'express';
import { LANGUAGES } from '../../../i18n/made/languages.js';
import { RoomError, SHEET_FORMATS, SHEET_TABLES, type Language } from '../../../protocol/index.js';
import { sheetHead, type SheetWish } from '../../desk/results/sheet-file.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What `?format=`, `?lang=` and, for CSV, `?table=` ask for. Throws BAD_REQUEST. */
export function sheetWish(query: Record<string, unknown>, language: Language): SheetWish {
  const format = SHEET_FORMATS.find((one) => one === query['format']);
  const table = SHEET_TABLES.find((one) => one === (query['table'] ?? 'ranking'));
  if (format === undefined || table === undefined)
    throw new RoomError('BAD_REQUEST', 'no such file');
  const spoken = LANGUAGES.find((one) => one === query['lang']) ?? language;
  return { format, table, language: spoken };
}

/** What names a file of a game among those of the same revision. */
export function sheetKey({ format, table, language }: SheetWish): string {
  // A workbook has all tables.
  return format === 'csv' ? `csv ${table} ${language}` : `${format} ${language}`;
}

export function sendSheet(response: Response, title: string, wish: SheetWish, body: Buffer): void {
  const { name, type } = sheetHead(title, wish);
  response.attachment(name);
  sendMade(response, type, body);
}

/** Without Express, which would compute a tag of it each time. */
export function sendMade(response: Response, type: string, body: Buffer): void {
  response.set({ 'Content-Type': type, 'Content-Length': String(body.length) });
  response.end(body);
}
