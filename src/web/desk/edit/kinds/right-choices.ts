import type { DraftPart } from '../../../../protocol/desk.js';

/** The numbers of the right choices of a draft, from 1, as its author marks and removes choices. */

export function withMark(answers: readonly number[], number: number): number[] {
  return answers.includes(number)
    ? answers.filter((answer) => answer !== number)
    : [...answers, number].sort((a, b) => a - b);
}

/** After a choice is removed, those behind it have other numbers. */
export function withoutChoice(answers: readonly number[], number: number): number[] {
  return answers
    .filter((answer) => answer !== number)
    .map((answer) => (answer > number ? answer - 1 : answer));
}

/** After a choice is removed, what belonged to it belongs to none. */
export function partsWithout(parts: readonly DraftPart[], number: number): DraftPart[] {
  return parts.map(({ text, zone }) => {
    const [kept] = withoutChoice(zone === undefined ? [] : [zone], number);
    return { text, ...(kept !== undefined && { zone: kept }) };
  });
}
