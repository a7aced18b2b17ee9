/** Lines of CSV, in which no text is taken for a formula: texts stand in quotes, behind an apostrophe if need be. */

/** A file begins with it, as Excel takes UTF-8 for something else otherwise. */
export const CSV_START = '\uFEFF';
/** With what a program that opens the file would begin a formula; some take full-width characters for it, too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
/**
 * The same inside of a text: a program whose list separator is another one (Excel in most of Europe: `;`) begins a
 * cell there, whatever quotes stand around it, as the line is not written for it.
 */
const FORMULA_WITHIN = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

/** One row, with its end. */
export const csvLine = (row: readonly (string | number | null)[]): string =>
  `${row.map(fieldOf).join(',')}\r\n`;

function fieldOf(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = (FORMULA.test(cell) ? `'${cell}` : cell).replace(FORMULA_WITHIN, "$1'");
  return `"${text.replaceAll('"', '""')}"`;
}
