import type { Cell, Table } from './tables.js';

/** Without it, Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
/** With what a program that opens the file would begin a formula; some take full-width characters for it, too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n\t]|^\s|\s$/;

export function csvOf({ rows }: Table): string {
  const lines = rows.map((row) => row.map(fieldOf).join(','));
  return BYTE_ORDER_MARK + lines.map((line) => line + LINE_END).join('');
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
