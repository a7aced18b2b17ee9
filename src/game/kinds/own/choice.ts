import type { DraftQuestion } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import type { RightChoices } from '../../../protocol/question.js';
import { cleanText } from '../../../protocol/text.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { ChoiceQuestion } from '../../shared/quiz-set.js';
import { sample, type Random } from '../../shared/random.js';
import { isYesOrNo } from '../../shared/yes-or-no.js';
import { inOrder, listOf, textFault, type OwnRules, type Tell } from './rules.js';

export const choice: OwnRules<ChoiceQuestion> = {
  shuffles: true,
  order({ choices, fixedOrder = false }, kept, random) {
    const isKept = fixedOrder || kept.choices || isYesOrNo(choices);
    return { choices: drawnOrder(choices, isKept, random) };
  },
  draw({ kind, choices, answers }, { choices: order }) {
    const choiceList = listOf(inOrder(choices, order));
    return { shown: { kind, choiceList, ...several(answers) }, solution: rightsOf(answers, order) };
  },
  preview(draft) {
    const choiceList = listOf(filledChoices(draft));
    return { shown: { kind: 'choice', choiceList }, solution: draftRights(draft) };
  },
  faults(say, draft, tell) {
    tellChoices(say, draft, tell);
    tellRights(say, draft, filledChoices(draft).length, tell);
  },
  rightTexts: ({ choices = [], answers = [] }) =>
    answers.map((answer) => choices[answer - 1] ?? ''),
};

/** Null where none is marked as right yet. */
export function draftRights({ answers = [] }: DraftQuestion): RightChoices | null {
  return answers.length > 0 ? { kind: 'choice', rights: answers } : null;
}

export function tellRights(
  say: FaultsWords,
  { answers = [] }: DraftQuestion,
  filled: number,
  tell: Tell,
): void {
  if (answers.length === 0) tell('answer', say.noRight);
  else if (answers.some((answer) => answer > filled)) tell('answer', say.rightEmpty);
}

/** The indexes of choices in the order in which they are shown. */
export function drawnOrder(
  choices: readonly unknown[],
  isKept: boolean,
  random: Random,
): readonly number[] {
  const written = [...choices.keys()];
  return isKept ? written : sample(random, written);
}

/** The number of the zone in which a choice is shown. */
export function placeIn(choice: number, order?: readonly number[]): number {
  return (order?.indexOf(choice) ?? choice) + 1;
}

export function several({ length }: readonly number[]): { rightCount?: number } {
  return length > 1 ? { rightCount: length } : {};
}

/** The right ones of choices in a drawn order. */
export function rightsOf(answers: readonly number[], order?: readonly number[]): RightChoices {
  const rights = answers.map((answer) => placeIn(answer, order)).sort((a, b) => a - b);
  return { kind: 'choice', rights };
}

/** The choices up to the last one that has something in it. */
export function filledChoices({ choices = [] }: DraftQuestion): string[] {
  return choices.slice(0, choices.findLastIndex((one) => one.trim() !== '') + 1);
}

export function tellChoices(say: FaultsWords, draft: DraftQuestion, tell: Tell): void {
  const filled = filledChoices(draft);
  const [least, most, units] = [limits.MIN_CHOICES, limits.MAX_CHOICES, limits.CHOICE_MAX_UNITS];
  if (filled.length < least) tell('choices', say.fewChoices({ least }));
  if (filled.length > most) tell('choices', say.manyChoices({ most }));
  for (const [index, isTwin] of twins(filled).entries())
    tell(
      'choices',
      textFault(say, filled[index] ?? '', units, say.choice) ??
        (isTwin ? say.choiceTwice : undefined),
      index,
    );
}

/** Which texts of choices are shown as an earlier one is. */
export function twins(texts: readonly string[]): boolean[] {
  const units = limits.CHOICE_MAX_UNITS;
  const lines = texts.map((one) => one.replace(/[\t\r\n]+/g, ' ').trim());
  const shown = lines.map(
    (line) => cleanText(line, { maxGraphemes: units, maxUnits: units }) ?? line,
  );
  return shown.map((one, index) => shown.indexOf(one) < index);
}
