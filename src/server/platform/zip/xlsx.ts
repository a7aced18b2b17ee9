/** Writes a workbook with texts and numbers, and nothing else. */
import type { InSlices } from '../rate/lane.js';
import { joinSteps } from './join-steps.js';
import { inParts } from './row-parts.js';
import type { Cell, Table } from './table.js';
import { zipChunks } from './zip-writer.js';

/** Excel takes no more in a cell, and in a sheet. */
const CELL_MOST_UNITS = 32_767;
const MOST_ROWS = 1_048_576;
/** XML 1.0 has no place for these, and for halves of characters. */
const NO_CHARACTERS = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;

/** Programs take it for a character by its number. */
const LIKE_NUMBERED = /_(?=x[\da-f]{4}_)/gi;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export async function workbookOf(tables: readonly Table[], inSlices: InSlices): Promise<Buffer> {
  const parts: [name: string, bytes: string | Buffer[]][] = [
    ['[Content_Types].xml', contentTypes(tables)],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', workbook(tables)],
    ['xl/_rels/workbook.xml.rels', relations(tables)],
  ];
  for (const [i, table] of tables.entries())
    parts.push([`xl/worksheets/sheet${i + 1}.xml`, await inSlices(sheet(table))]);
  const chunks: Uint8Array[] = [];
  const packed = zipChunks(
    parts.map(([name, bytes]) => ({
      name,
      bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    })),
  );
  for await (const chunk of packed) chunks.push(chunk);
  return inSlices(joinSteps(chunks));
}

/** Piece by piece: put together, a sheet of 40,000 answers would be one text of 20 MB. */
function* sheet({ rows }: Table): Generator<void, Buffer[]> {
  const parts = yield* inParts(rows, (row, i) =>
    i < MOST_ROWS ? `<row r="${i + 1}">${row.map(cellOf).join('')}</row>` : '',
  );
  const head = Buffer.from(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`);
  return [head, ...parts, Buffer.from('</sheetData></worksheet>')];
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
    .replace(LIKE_NUMBERED, '_x005F_')
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
