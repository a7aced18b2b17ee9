import { limits } from '../../../protocol/index.js';

const SEGMENTER = new Intl.Segmenter();

/** Whether the title is longer with the mark than one may be. */
function isLong(letters: readonly string[], { length }: string): boolean {
  const units = letters.reduce((sum, letter) => sum + letter.length, length);
  return letters.length + length > limits.TITLE_MAX_GRAPHEMES || units > limits.TITLE_MAX_UNITS;
}

/** The title, or where another set has it the same with the first free number, as `Friday (2)`. */
export function numberedTitle(title: string, taken: ReadonlySet<string>): string {
  if (!taken.has(title)) return title;
  const plain = title.replace(/ \(\d+\)$/, '');
  const base = taken.has(plain) ? plain : title;
  for (let number = 2; ; number++) {
    const mark = ` (${number})`;
    const letters = Array.from(SEGMENTER.segment(base), ({ segment }) => segment);
    while (isLong(letters, mark)) letters.pop();
    const numbered = `${letters.join('').trimEnd()}${mark}`;
    if (!taken.has(numbered)) return numbered;
  }
}
