/** Texts in one cell of a table, with a bar between them; one that belongs to a text has a backslash before it. */

export function textsOfCell(cell: string): string[] {
  return cell.split(/(?<!\\)\|/).map((text) => text.replaceAll(String.raw`\|`, '|').trim());
}

export function cellOfTexts(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('|', String.raw`\|`)).join(' | ');
}
