import { formOf, meansRight } from '../../../game/kinds/spelling.js';
import type { Choice } from '../../../protocol/choice.js';
import { MAX_WRONG_ZONES } from '../../../protocol/limits.js';
import type { Solution } from '../../../protocol/question.js';

/** The zones for somebody who tries a question alone: the right answer, what they wrote, and what its author lists. */
export function triedZones(solution: Solution | undefined, texts: readonly string[]): string[] {
  if (solution?.kind !== 'text') return [...texts];
  const isMeant = meansRight(solution);
  const wrong = [...texts, ...(solution.wrong ?? [])].filter((text) => !isMeant(formOf(text)));
  const [right = ''] = solution.accepted;
  return [right, ...wrong.slice(0, MAX_WRONG_ZONES)];
}

/** The part of a question that tells what may be walked to; of each, that one has written it. */
export function zonesOfWritten(texts: readonly string[]): {
  choiceList: Choice[];
  sizes: number[];
} {
  return {
    choiceList: texts.map((content, index) => ({ order: index + 1, content })),
    sizes: texts.map(() => 1),
  };
}
