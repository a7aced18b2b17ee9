/** Texts in one cell of a table, with a sign between them; one that belongs to a text has a backslash before it. */

/** The sign between texts, or between an item and the group that it belongs to. */
type Between = '|' | '=';

export function textsOfCell(cell: string, between: Between = '|'): string[] {
  return cell
    .split(BETWEEN[between])
    .map((text) => text.replaceAll(`\\${between}`, between).trim());
}

const BETWEEN: Record<Between, RegExp> = { '|': /(?<!\\)\|/, '=': /(?<!\\)=/ };

export function cellOfTexts(texts: readonly string[], between: Between = '|'): string {
  return texts.map((text) => text.replaceAll(between, `\\${between}`)).join(` ${between} `);
}
