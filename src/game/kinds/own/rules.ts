import type { Choice } from '../../../protocol/choice.js';
import type { DraftQuestion } from '../../../protocol/desk.js';
import type { ShownQuestion, Solution } from '../../../protocol/question.js';
import { cleanText } from '../../../protocol/text.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { Question } from '../../shared/quiz-set.js';
import type { Random } from '../../shared/random.js';

/** Without what all kinds have; spread over each member of the union. */
type Bare<Q> = Q extends unknown ? Omit<Q, 'quiz'> : never;

export interface Drawn {
  shown: Bare<ShownQuestion>;
  /** Null where nothing is right. */
  solution: Solution | null;
}

export type Tell = (field: string, message: string | undefined, index?: number) => void;

/** The parts of a question that stay in the order in which its author wrote them (R4.11). */
export interface Kept {
  choices: boolean;
  /** The parts of a series. */
  parts: boolean;
}

/** Indexes in the order in which things are shown; missing where that is as they are written. */
export interface Order {
  choices?: readonly number[];
  parts?: readonly number[];
  places?: readonly number[];
}

/** The own rules of a kind; its floor and its judgement know the rest. */
export interface OwnRules<Q extends Question> {
  /** The order in which it is asked (R4.4, R4.11), the same in all languages; missing where there is nothing to order. */
  order?: (question: Q, kept: Kept, random: Random) => Order;
  /** Set if the right ones are among choices that are shuffled, unless their author or the host keeps the order. */
  shuffles?: true;
  /** As it is asked in that order. */
  draw: (question: Q, order: Order) => Drawn;
  /** A draft as it would be asked; what is not written yet is empty, and nothing is right where that is missing. */
  preview: (draft: DraftQuestion) => Drawn;
  /** Tells what of a draft keeps it from being played, beside the fields that all kinds have. */
  faults: (say: FaultsWords, draft: DraftQuestion, tell: Tell) => void;
  /** The right answers of a draft in words, which no description of its picture may tell (R18.5). */
  rightTexts?: (draft: DraftQuestion) => string[];
}

export function inOrder<T>(all: readonly T[], order: readonly number[] = [...all.keys()]): T[] {
  return order.map((index) => all[index] as T);
}

export function listOf(contents: readonly string[]): Choice[] {
  return contents.map((content, index) => ({ order: index + 1, content }));
}

/** `empty`: said of a text without a character; one that may be empty has none. */
export function textFault(
  say: FaultsWords,
  raw: string,
  most: number,
  empty?: string,
): string | undefined {
  const line = raw.replace(/[\t\r\n]+/g, ' ').trim();
  if (line === '') return empty;
  const clean = cleanText(line, { maxGraphemes: most, maxUnits: most });
  if (clean !== undefined && clean !== '') return undefined;
  return line.length > most ? say.longerThan({ characters: most }) : say.notShowable;
}
