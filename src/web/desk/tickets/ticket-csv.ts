/** A table as CSV, in which no text is taken for a formula: texts stand in quotes, behind an apostrophe if need be. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`);
  // Without it, Excel takes UTF-8 for something else.
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv' });
}

const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
/** Also behind what another program takes for the end of a cell. */
const FORMULA_WITHIN = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = (FORMULA.test(cell) ? `'${cell}` : cell).replace(FORMULA_WITHIN, "$1'");
  return `"${text.replaceAll('"', '""')}"`;
}

/** Saves it in the browser. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
