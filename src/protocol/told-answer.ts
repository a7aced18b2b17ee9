import { ALT_MAX_UNITS, ANSWER_BOUNDS } from './limits.js';
import { canFold } from './text.js';

/** The right answer that a picture's description gives away; undefined where it tells none, or is too long to be shown. */
export function toldAnswer(alt: string, rights: readonly string[]): string | undefined {
  const text = ` ${folded(alt, ALT_MAX_UNITS)} `;
  return rights.find((right) => {
    const answer = folded(right, ANSWER_BOUNDS.maxUnits);
    if (answer === '') return false;
    // Words of letters without spaces between them (한글) may stand within others; others have to be whole.
    return /^[\p{ASCII}]+$/u.test(answer) ? text.includes(` ${answer} `) : text.includes(answer);
  });
}

/** Nothing where a text cannot be folded: it is told of that, and cannot be played. */
function folded(text: string, maxUnits: number): string {
  if (!canFold(text, maxUnits)) return '';
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
