/** Parts of a series from lines that somebody pastes. */
import type { DraftPart, DraftQuestion } from '../../../../protocol/desk.js';
import { MAX_MATCH_ZONES } from '../../../../protocol/limits.js';

const NUMBER = /^(?:\d{1,2}[.)]|[-•·*])\s+/;
/** At the end of a statement: behind a tab, a sign, or in brackets. */
const VERDICT = /\s*(?:\t|[:=|]|\s\(|\()\s*(o|x|○|×|true|false|참|거짓)\s*\)?$/i;
const TRUE = new Set(['o', '○', 'true', '참']);
/** Between an item and what it belongs to. */
const BETWEEN = /\t|\s*(?:->|→|=)\s*/;

/** Those in which something stands. */
export function linesIn(pasted: string): string[] {
  return pasted.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
}

/** As they are, without the numbers or signs of a list. */
export function itemsIn(lines: readonly string[]): DraftPart[] {
  return lines.map((line) => ({ text: textOf(line) }));
}

export function statementsIn(lines: readonly string[]): DraftPart[] {
  return lines.map((line) => {
    const [end = '', verdict] = VERDICT.exec(line) ?? [];
    const text = textOf(line.slice(0, line.length - end.length));
    if (verdict === undefined) return { text };
    return { text, zone: TRUE.has(verdict.toLowerCase()) ? 1 : 2 };
  });
}

/** Groups that are not there yet are added, as long as there is room. */
export function pairsIn(
  lines: readonly string[],
  known: readonly string[],
): Required<Pick<DraftQuestion, 'parts' | 'choices'>> {
  const choices = [...known];
  const parts = lines.map((line): DraftPart => {
    const [item = '', ...rest] = line.split(BETWEEN);
    const named = rest.join(' ').trim();
    if (named === '') return { text: textOf(line) };
    let at = choices.findIndex((choice) => choice.trim() === named);
    if (at < 0) {
      const blank = choices.findIndex((choice) => choice.trim() === '');
      at = blank < 0 ? choices.length : blank;
      if (at >= MAX_MATCH_ZONES) return { text: textOf(item) };
      choices[at] = named;
    }
    return { text: textOf(item), zone: at + 1 };
  });
  return { parts, choices };
}

const textOf = (line: string): string => line.replace(NUMBER, '').trim();
