import { NAME_LIST_AT_ONCE } from '../../protocol/limits.js';

/** Text of the names of one command, in UTF-16 units: as UTF-8 it stays below what a frame may have. */
const UNITS_AT_ONCE = 4_000;

/** The names of a text, one a line; tabs and semicolons as well, as they come from a table. */
export function namesIn(text: string): string[] {
  return text
    .split(/[\n\r\t;]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** In pieces that fit into one command each; one empty piece for no names. */
export function inPieces(names: readonly string[]): string[][] {
  const pieces: string[][] = [[]];
  let units = 0;
  for (const name of names) {
    units += name.length;
    if ((pieces.at(-1)?.length ?? 0) >= NAME_LIST_AT_ONCE || units > UNITS_AT_ONCE) {
      pieces.push([]);
      units = name.length;
    }
    pieces.at(-1)?.push(name);
  }
  return pieces;
}
