import { rightText } from '../../../game/kinds/spelling.js';
import { MAX_WRONG_ZONES } from '../../../protocol/limits.js';
import type { ShownQuestion, Solution } from '../../../protocol/question.js';

/** The zones for somebody who tries a question alone: the right answer, what they wrote, and what its author lists. */
export function triedZones(solution: Solution | undefined, texts: readonly string[]): string[] {
  if (solution?.kind !== 'text') return [...texts];
  const isRight = rightText(solution);
  const wrong = [...texts, ...(solution.wrong ?? [])].filter((text) => !isRight(text));
  const [right = ''] = solution.accepted;
  return [right, ...wrong.slice(0, MAX_WRONG_ZONES)];
}

/** The question with what may be walked to; each was written by one. */
export function withZones<T extends ShownQuestion>(question: T, texts: readonly string[]): T {
  const choiceList = texts.map((content, index) => ({ order: index + 1, content }));
  return { ...question, choiceList, ...('sizes' in question && { sizes: texts.map(() => 1) }) };
}
