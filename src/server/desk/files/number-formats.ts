import { decodeXml } from './html-entities.js';
import { WorkbookError } from './workbook-parts.js';
import { walk } from './xml-walk.js';

export type NumberFormat = 'plain' | 'percent' | 'date';

/** Numbers of the formats that are in every workbook. */
const PERCENT_IDS = new Set([9, 10]);
const DATE_IDS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
/** A spreadsheet takes no longer one. */
const MAX_CODE_UNITS = 255;
/** As many as a spreadsheet has. */
const MAX_STYLES = 64_000;
/** What a colour, a condition or a text ends with, by what it begins with. */
const CLOSING: Record<string, string> = { '[': ']', '"': '"' };

/** By the place of a cell's format. Throws WorkbookError. */
export function* numberFormats(xml: string): Generator<void, NumberFormat[]> {
  const own = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  yield* walk(xml, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes();
        own.set(numFmtId, formatOf(numFmtId, decodeXml(formatCode)));
      }
      if (name !== 'xf' || !isOfCells) return;
      if (formats.length === MAX_STYLES) throw new WorkbookError('manyStyles');
      const { numFmtId = '' } = attributes();
      formats.push(own.get(numFmtId) ?? formatOf(numFmtId));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

function formatOf(id: string, code = ''): NumberFormat {
  const number = Number(id);
  const signs = signsOf(code.slice(0, MAX_CODE_UNITS));
  if (DATE_IDS.some(([first, last]) => number >= first && number <= last) || /[ymdhs]/i.test(signs))
    return 'date';
  return PERCENT_IDS.has(number) || signs.includes('%') ? 'percent' : 'plain';
}

/** What of a code stands neither in brackets, nor in quote marks, nor behind a backslash. */
function signsOf(code: string): string {
  let signs = '';
  let closing: string | undefined;
  for (let at = 0; at < code.length; at++) {
    const sign = code.charAt(at);
    if (closing !== undefined) {
      if (sign === closing) closing = undefined;
    } else if (sign === '\\') at++;
    else if (sign in CLOSING) closing = CLOSING[sign];
    else signs += sign;
  }
  return signs;
}
