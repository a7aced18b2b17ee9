import { lettersOf } from './sprites.js';

const MOST_LINES = 3;

/** Broken at spaces, and within words that are wider than a line; what is too much ends with an ellipsis. */
export function linesOf(
  message: string,
  widest: number,
  widthOf: (text: string) => number,
): string[] {
  const lines = [''];
  for (const word of message.match(/\S+\s*|\s+/g) ?? []) {
    if (widthOf(`${lines.at(-1)}${word.trimEnd()}`) <= widest) {
      lines.push(`${lines.pop()}${word}`);
      continue;
    }
    if (lines.at(-1) !== '') lines.push('');
    for (const letter of lettersOf(word))
      if (widthOf(`${lines.at(-1)}${letter}`.trimEnd()) <= widest)
        lines.push(`${lines.pop()}${letter}`);
      else lines.push(letter.trimStart());
    if (lines.length > MOST_LINES) break;
  }
  const shown = lines.slice(0, MOST_LINES).map((line) => line.trim());
  if (lines.length === shown.length) return shown;
  const last = lettersOf(shown.pop() ?? '');
  while (last.length > 1 && widthOf(`${last.join('')}…`) > widest) last.pop();
  return [...shown, `${last.join('').trimEnd()}…`];
}
