/** Which choice is right, as people write it in a cell or a line. */
import { hasPileOfMarks } from '../../../protocol/text.js';
import type { FileWords } from './file-words.js';
import { quoted } from './quiz-file-error.js';

const MAX_NUMBER_UNITS = 8;
/** Ten numbers with what stands between them. */
const MAX_NUMBERS_UNITS = 50;
const SEVERAL_NUMBERS = /^#?\d{1,2}(?:\s*[,;/]\s*#?\d{1,2})+$/;

/**
 * The numbers of the right choices, from 1 and ascending, or what is wrong with the cell; `choices` are normalised.
 * Where a number could be a choice's text as well, `isNumber` says that it is none.
 */
export function readAnswer(
  cell: string,
  choices: string[],
  say: FileWords,
  isNumber = false,
): number[] | string {
  if (cell === '') return say.empty;
  // `#3` is always a number, for choices that are numbers themselves.
  const digits = /^#?(\d{1,2})$/.exec(plainNumber(cell))?.[1];
  const byNumber = digits !== undefined && choices[Number(digits) - 1] !== undefined;
  const wanted = comparable(cell);
  const byText = choices.indexOf(wanted) + 1;
  if (byNumber && byText > 0 && byText !== Number(digits) && !isNumber)
    return say.ambiguousAnswer({ cell: quoted(cell), byNumber: Number(digits), byText });
  if (byNumber) return [Number(digits)];
  if (byText > 0) return [byText];
  const several = severalIn(cell);
  if (several.length > 0 && several.every((number) => number >= 1 && number <= choices.length))
    return several;
  // Without choices, that is the fault that is told.
  return choices.length === 0
    ? [1]
    : say.noSuchAnswer({ cell: quoted(cell), choices: choices.length });
}

/** "1,3" or "#1,#3": each number once, in order. */
function severalIn(cell: string): number[] {
  if (cell.length > MAX_NUMBERS_UNITS || !SEVERAL_NUMBERS.test(cell)) return [];
  const numbers = cell.replaceAll('#', '').split(/[,;/]/).map(Number);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** NFKC reads ③ and ３ as 3. What is long is no number, and may be hostile. */
export function plainNumber(cell: string): string {
  return cell.length > MAX_NUMBER_UNITS ? cell : cell.normalize('NFKC');
}

/** As it stands in a cleaned choice (NFC); what cannot stand in one stays as it is. */
export function comparable(text: string): string {
  return hasPileOfMarks(text) ? text : text.normalize('NFC');
}
