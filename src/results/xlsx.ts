/** Writes a workbook with texts and numbers, and nothing else. */
import { setImmediate as breathe } from 'node:timers/promises';
import { zipOf } from '../zip/zip-writer.js';
import type { Cell, Table } from './tables.js';

/** After so many rows others have their turn. */
const ROWS_AT_ONCE = 500;
/** What Excel takes in a cell, and in a sheet. */
const CELL_MOST_UNITS = 32_767;
const MOST_ROWS = 1_048_576;
/** What XML 1.0 has no place for, and halves of characters. */
const NO_CHARACTERS = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export async function workbookOf(tables: readonly Table[]): Promise<Buffer> {
  const parts: [name: string, text: string][] = [
    ['[Content_Types].xml', contentTypes(tables)],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', workbook(tables)],
    ['xl/_rels/workbook.xml.rels', relations(tables)],
  ];
  for (const [i, table] of tables.entries())
    parts.push([`xl/worksheets/sheet${i + 1}.xml`, await sheet(table)]);
  return zipOf(parts.map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}

async function sheet({ rows }: Table): Promise<string> {
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for (const [i, row] of rows.slice(0, MOST_ROWS).entries()) {
    if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await breathe();
    text += `<row r="${i + 1}">${row.map(cellOf).join('')}</row>`;
  }
  return `${text}</sheetData></worksheet>`;
}

/** Texts as they are: nothing that begins like a formula is one. */
function cellOf(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  const text = escaped(cell.slice(0, CELL_MOST_UNITS));
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replace(NO_CHARACTERS, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function contentTypes(tables: readonly Table[]): string {
  const sheets = tables.map(
    (_, i) =>
      `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>${sheets.join('')}</Types>`;
}

function workbook(tables: readonly Table[]): string {
  const sheets = tables.map(
    ({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function relations(tables: readonly Table[]): string {
  const sheets = tables.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${RELATIONS}">${sheets.join('')}</Relationships>`;
}
