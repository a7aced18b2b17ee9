/** In a cell: undefined where it is empty, and the cell where it says neither. */
export function flagOf(cell: string): boolean | string | undefined {
  if (cell === '') return undefined;
  if (/^(?:true|yes|예)$/i.test(cell)) return true;
  return /^(?:false|no|아니요)$/i.test(cell) ? false : cell;
}
