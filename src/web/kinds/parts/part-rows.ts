/** The parts of a question with what is right in each, for lists and screen readers (R16.21). */
import { floorOf } from '../../../game/kinds/floor.js';
import { rightValues } from '../../../game/kinds/rights.js';
import { valueOf } from '../../../game/kinds/ruler.js';
import {
  hasValues,
  isSeries,
  type PartSolution,
  type ShownQuestion,
  type ShownSeries,
  type Summary,
} from '../../../protocol/question.js';
import type { PartReveal } from '../../../protocol/scores.js';
import { i18n } from '../../i18n/language.svelte.js';
import type { Judged, RoomState } from '../../room/room-state.svelte.js';
import { isWithin } from '../hits.js';
import { solutionText, valueText } from '../answer-texts.js';
import { ownParts } from './own-parts.svelte.js';
import { partNow, partsTold, type PartRoom } from './part-now.js';

export interface PartRow {
  /** From 1, as it was asked. */
  number: number;
  text: string;
  /** The right answer; empty where nothing can be. */
  right: string;
  /** The zone that is right, which gives it its colour; undefined where there is none. */
  zone: number | undefined;
  isVoid: boolean;
  /** The value that this person stood on; undefined where they have no answer, or it is not known here. */
  own: string | undefined;
  isOwnRight: boolean;
  /** How many of those who played. */
  rightCount: number;
  played: number;
}

type RowsRoom = PartRoom & Pick<RoomState, 'gameId' | 'games' | 'ownValue'>;

/** How many stood on what is right, of how many. */
function countRight(
  question: ShownQuestion,
  { solution, summary }: { solution?: PartSolution; summary: Summary },
): { rightCount: number; played: number } {
  const counts: (readonly [value: number, count: number])[] = hasValues(summary)
    ? summary.counts
    : summary.counts.map((count, index) => [index + 1, count]);
  const isRight = rightTest(question, solution);
  const sum = (all: typeof counts): number => all.reduce((total, [, count]) => total + count, 0);
  return { rightCount: sum(counts.filter(([value]) => isRight(value))), played: sum(counts) };
}

/** Tells of a number of a ruler, or of a zone, whether it is right. */
function rightTest(question: ShownQuestion, solution: PartSolution | undefined) {
  if ('ruler' in question) return (value: number) => isWithin(value, solution);
  const zones = solution ? rightValues(floorOf(question), solution) : [];
  return (value: number) => zones.includes(value);
}

/** All parts in the order in which they were asked; empty before all is told, and where there is one. */
export function partRows(room: RowsRoom): PartRow[] {
  const { question } = room;
  const parts = partsTold(room);
  if (question === null || parts === undefined) return [];
  const own = ownParts.of(room);
  return parts.map((part, index) => rowOf(askedIn(question, index), part, index, own[index]));
}

/** The row of the part of which the reveal tells now. */
function rowNow(room: RowsRoom): PartRow | undefined {
  const { question, kind } = room;
  const index = kind === 'reveal' ? partNow(room) : undefined;
  const part = index === undefined ? undefined : room.bell?.parts?.[index];
  if (question === null || index === undefined || part === undefined) return undefined;
  return rowOf(askedIn(question, index), part, index, ownParts.of(room)[index]);
}

/** The question as it was asked in a part: of a guess first a poll (R16.22). */
function askedIn(question: ShownQuestion, index: number): ShownQuestion {
  if (!('share' in question) || index > 0) return question;
  const { polled = [], quiz } = question;
  const choiceList = polled.map((content, n) => ({ order: n + 1, content }));
  return { kind: 'poll', quiz, choiceList };
}

function rowOf(
  question: ShownQuestion,
  part: PartReveal,
  index: number,
  own: number | undefined,
): PartRow {
  const { solution } = part;
  const value = own !== undefined && 'ruler' in question ? valueOf(own, question.ruler) : own;
  return {
    number: index + 1,
    text: partText(question, index) || question.quiz,
    right: solutionText(question, solution),
    zone: solution?.kind === 'choice' ? solution.rights[0] : undefined,
    isVoid: part.isVoid === true,
    own: own === undefined ? undefined : valueText(question, own),
    isOwnRight: value !== undefined && rightTest(question, solution)(value),
    ...countRight(question, part),
  };
}

/** The text of a part; empty where the question itself says it. */
export function partText(question: ShownQuestion, index: number): string {
  if ('parts' in question) return question.parts[index] ?? '';
  return 'share' in question && question.share !== undefined && index > 0
    ? i18n.game.part.share({ choice: question.share })
    : '';
}

/** `Statement 2 of 5`. */
export function nthText({ kind, count }: ShownSeries, index: number): string {
  const t = i18n.game.part;
  return (kind === 'statements' ? t.statementOf : t.itemOf)({ number: index + 1, count });
}

/** The open part with its number, for who runs the room; empty where the question says it. */
export function stagePart(question: ShownQuestion, part = 0): string {
  const text = partText(question, part);
  return 'parts' in question ? `${nthText(question, part)}: ${text}` : text;
}

/** A screen reader says it when a part begins. */
export function partSaid(
  question: ShownQuestion,
  { part = 0, startTime, endTime }: NonNullable<RoomState['phase']>,
): string {
  const t = i18n.game.part;
  const seconds = t.seconds({ count: Math.round((endTime - startTime) / 1000) });
  return [stagePart(question, part), seconds].filter((said) => said !== '').join(' · ');
}

/** A row in words. */
export function rowText(question: ShownQuestion, row: PartRow): string {
  const t = i18n.game.part;
  const k = i18n.game.kind;
  const name = 'parts' in question ? `${nthText(question, row.number - 1)}: ` : '';
  const verdict = row.isVoid || row.right === '' ? '' : ` (${row.isOwnRight ? t.right : t.wrong})`;
  const facts = [
    row.right === '' ? '' : k.answer({ text: row.right }),
    row.isVoid ? t.voided : '',
    row.own === undefined ? '' : `${t.own({ text: row.own })}${verdict}`,
  ].filter((fact) => fact !== '');
  return `${name}${row.text} · ${facts.join(' · ')}`;
}

/**
 * How many parts one had right, where the page knows where one stood, or what that was good for where it saves lives;
 * empty for questions that have one part that counts.
 */
export function ownTally(
  room: RowsRoom & Pick<RoomState, 'ownMark' | 'hasPoints' | 'isJustForFun'>,
): string {
  const { question, ownMark } = room;
  if (question === null || !isSeries(question.kind) || ownMark === undefined) return '';
  const t = i18n.game.part;
  const counted = partRows(room).filter(({ isVoid }) => !isVoid);
  if (counted.length === 0) return '';
  const right = ownMark.isAnswer
    ? counted.length
    : counted.filter(({ isOwnRight }) => isOwnRight).length;
  const isUnknown = counted.some(({ own }) => own === undefined) && !ownMark.isAnswer;
  // Lives are saved by half of the parts; where nobody has that, nobody loses one (R16.20).
  if (!room.hasPoints && !room.isJustForFun && ownMark.gain > 0)
    return isUnknown || 2 * right >= counted.length ? i18n.t.survived : t.spared;
  // A page that has come back does not know where its player stood before.
  if (isUnknown) return ownMark.gain > 0 ? t.partly : '';
  return t.tally({ right, of: counted.length });
}

/** How many were right in all parts; empty for other questions. */
export function crowdTally(
  { question }: Pick<PartRoom, 'question'>,
  { right, played }: { right: number; played: number },
): string {
  return question && isSeries(question.kind) ? i18n.game.part.allRight({ right, played }) : '';
}

/** The line of a phone in the beat of a part. */
export function partLine(room: RowsRoom): string {
  const row = rowNow(room);
  if (row === undefined) return '';
  const t = i18n.game.part;
  const k = i18n.game.kind;
  return [
    row.isVoid ? t.voided : row.right === '' ? '' : k.answer({ text: row.right }),
    row.own === undefined
      ? ''
      : `${t.own({ text: row.own })}${row.right === '' ? '' : row.isOwnRight ? ' ○' : ' ✕'}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** `5.2 text` of a part in a list of judged questions; of others the question itself. */
export function judgedText({ name, question }: Pick<Judged, 'name' | 'question'>): string {
  const text = partText(question, name.part);
  return text === '' ? question.quiz : `${name.question + 1}.${name.part + 1} ${text}`;
}

/** Which words are for the open part; undefined where a question has one. */
export function partName({
  kind,
  phase,
  question,
}: Pick<PartRoom, 'kind' | 'phase' | 'question'>): 'statement' | 'item' | undefined {
  if (kind !== 'question' || phase?.part === undefined) return undefined;
  return question?.kind === 'statements' ? 'statement' : 'item';
}

/** Each part with what is right in it; of a guess what is guessed. */
export function partTexts(
  question: ShownQuestion,
  solutions: readonly (PartSolution | null)[],
): string[] {
  if ('choice' in question)
    return [
      i18n.game.part.share({ choice: question.choiceList[question.choice - 1]?.content ?? '' }),
    ];
  if (!('parts' in question)) return [];
  return question.parts.map(
    (text, index) => `${text} → ${solutionText(question, solutions[index] ?? undefined)}`,
  );
}
