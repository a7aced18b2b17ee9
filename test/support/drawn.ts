import type { JudgedQuestion } from '../../src/game/shared/judged.js';
import { rightsOf } from '../../src/game/phase.js';
import type { DrawnQuestion } from '../../src/game/room-state.js';

/** `order` of the right choice. */
export function rightOf(question: DrawnQuestion | undefined): number {
  const [right] = rightsOf(question?.solution ?? null);
  if (right === undefined) throw new Error('no choice is right');
  return right;
}

/** Makes another choice right from the start. */
export function makeRight(question: DrawnQuestion | undefined, order: number): void {
  question!.solution = { kind: 'choice', rights: [order] };
}

/** Of a question with so many choices, of which one is right. */
export function choiceOf(
  choices: number,
  right = 1,
): Pick<JudgedQuestion, 'floor' | 'setSolution' | 'solution'> {
  const solution = { kind: 'choice', rights: [right] } as const;
  return { floor: { kind: 'choice', choices }, setSolution: solution, solution };
}
