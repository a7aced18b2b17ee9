import type { Steps } from '../../../game/steps.js';
import { joinSteps } from '../../platform/zip/join-steps.js';
import { inParts } from '../../platform/zip/row-parts.js';
import type { Cell, Table } from '../../platform/zip/table.js';

/** Without it, Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
/** With what a program that opens the file would begin a formula; some take full-width characters for it, too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
/**
 * The same inside of a text: a program whose list separator is another one (Excel in most of Europe: `;`) begins a
 * cell there, whatever quotes stand around it, as the line is not written for it.
 */
const FORMULA_WITHIN = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

/** In UTF-8, with places to stop. */
export function* csvOf({ rows }: Table): Steps<Buffer> {
  const lines = inParts(rows, (row) => row.map(fieldOf).join(',') + LINE_END);
  return yield* joinSteps([Buffer.from(BYTE_ORDER_MARK), ...(yield* lines)]);
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = (FORMULA.test(cell) ? `'${cell}` : cell).replace(FORMULA_WITHIN, "$1'");
  return `"${text.replaceAll('"', '""')}"`;
}
