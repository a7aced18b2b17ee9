import { decodeEntities } from './html-entities.js';
import { walk, type Attributes } from './workbook-xml.js';

export type NumberFormat = 'plain' | 'percent' | 'date';

/** Numbers of the formats that are in every workbook. */
const PERCENT_IDS = new Set([9, 10]);
const DATE_IDS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** By the place of a cell's format. */
export function* numberFormats(xml: string): Generator<void, NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  yield* walk(xml, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isOfCells = true;
      const { numFmtId = '', formatCode } = attributesOf(name, attributes);
      if (formatCode !== undefined) codes.set(numFmtId, decodeEntities(formatCode));
      if (name === 'xf' && isOfCells) formats.push(formatOf(Number(numFmtId), codes.get(numFmtId)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

function attributesOf(name: string, attributes: Attributes): Record<string, string> {
  return name === 'numFmt' || name === 'xf' ? attributes() : {};
}

function formatOf(id: number, code = ''): NumberFormat {
  // Colours and conditions stand in brackets, texts in quote marks.
  const signs = code.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '');
  if (DATE_IDS.some(([first, last]) => id >= first && id <= last) || /[ymdhs]/i.test(signs))
    return 'date';
  return PERCENT_IDS.has(id) || signs.includes('%') ? 'percent' : 'plain';
}
