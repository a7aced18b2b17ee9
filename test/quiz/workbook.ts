/** Workbooks (.xlsx) as spreadsheets write them, and as nobody does. */
import { deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  bytes: Buffer;
  /** Where it lies: unpacked size as the archive tells it. */
  claimedBytes?: number;
  isStored?: boolean;
  isEncrypted?: boolean;
}

/** An archive. With `sizesBehind` the sizes stand behind each part only, as Google Sheets writes it. */
export function zipOf(parts: readonly ZipPart[], { sizesBehind = false } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, claimedBytes = bytes.length, isStored, isEncrypted } of parts) {
    const packed = isStored === true ? bytes : deflateRawSync(bytes);
    const flags = (sizesBehind ? 8 : 0) | (isEncrypted === true ? 1 : 0);
    const method = isStored === true ? 0 : 8;
    const nameBytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    if (!sizesBehind) {
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(claimedBytes, 22);
    }
    local.writeUInt16LE(nameBytes.length, 26);
    const behind = Buffer.alloc(sizesBehind ? 16 : 0);
    if (sizesBehind) {
      behind.writeUInt32LE(0x08074b50, 0);
      behind.writeUInt32LE(packed.length, 8);
      behind.writeUInt32LE(claimedBytes, 12);
    }
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimedBytes, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, nameBytes);
    files.push(local, nameBytes, packed, behind);
    at += local.length + nameBytes.length + packed.length + behind.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}

/** A text, a number, nothing, or the XML of a cell without its place. */
export type SheetCell = string | number | undefined | { xml: string };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** By their names; what is undefined is not there. */
export type WorkbookXml = Record<string, string | undefined>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The parts of a workbook with these rows; an empty row is not written at all. */
export function workbookXml(rows: readonly (readonly SheetCell[])[]): WorkbookXml {
  const texts: string[] = [];
  const cellXml = (cell: SheetCell, place: string): string => {
    if (cell === undefined) return '';
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${place}"`);
    return `<c r="${place}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
  };
  const sheetRows = rows.map((cells, index) => {
    const inside = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`));
    return cells.length === 0 ? '' : `<row r="${index + 1}">${inside.join('')}</row>`;
  });
  const items = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  return {
    '[Content_Types].xml': `${XML}<Types/>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy&quot;년&quot; m"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN}>${items.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${MAIN}><sheetData>${sheetRows.join('')}</sheetData></worksheet>`,
  };
}

/** Places of `styles.xml` above. */
export const DATE_STYLE = 1;
export const PERCENT_STYLE = 2;
export const OWN_DATE_STYLE = 3;

export function packed(xml: WorkbookXml, options?: { sizesBehind?: boolean }): Buffer {
  const parts = Object.entries(xml).flatMap(([name, text]) =>
    text === undefined ? [] : [{ name, bytes: Buffer.from(text) }],
  );
  return zipOf(parts, options);
}

export const workbookOf = (rows: readonly (readonly SheetCell[])[]): Buffer =>
  packed(workbookXml(rows));
