/** A question with all its parts together (R16.20), as it is scored, told and given awards for. */
import { isSameQuestion } from '../../protocol/judged-name.js';
import type { GameMode } from '../../protocol/room-options.js';
import type { Answer, JudgedQuestion } from '../shared/judged.js';
import { creditsIn, rightsIn, timeOf, type Credit } from './rights.js';

/** A right answer to a part, and what all who were right in it have together of whole answers, as `own` is counted. */
export interface PartCredit extends Credit {
  winners: number;
}

/** A question as one player has answered it. */
export interface Outcome {
  /** To the last part that they have answered. */
  answer: Answer;
  /** Those parts in which they were right, without void ones. */
  credits: PartCredit[];
  /** Whether they were right in all parts that count. */
  isRight: boolean;
  /** Whether they were right in half of them, which saves a life. */
  isSaved: boolean;
  /** Whether they were still there at the last bell, and nobody's lives hang on them else. */
  isThere: boolean;
}

export interface Outcomes {
  /** The last part in which something is right, which has the worth of the question; undefined where there is none. */
  last: JudgedQuestion | undefined;
  /** In how many parts something is right, void ones too. */
  of: number;
  isVoid: boolean;
  /** There are those of ghosts among them. */
  all: Outcome[];
}

/** The parts of each question, in order. */
export function questionsIn(judged: readonly JudgedQuestion[]): JudgedQuestion[][] {
  const questions: JudgedQuestion[][] = [];
  for (const one of judged) {
    const before = questions.at(-1);
    if (before?.[0] !== undefined && isSameQuestion(before[0], one)) before.push(one);
    else questions.push([one]);
  }
  return questions;
}

/** All that was judged before the last question. */
export function withoutLast(judged: readonly JudgedQuestion[]): JudgedQuestion[] {
  const last = judged.at(-1);
  return last === undefined ? [] : judged.filter((one) => !isSameQuestion(one, last));
}

/** The latest outcomes, as a reveal asks for those of its question several times. */
let latest:
  { parts: readonly JudgedQuestion[]; gameMode: GameMode; outcomes: Outcomes } | undefined;

/** Nothing comes of parts in which nothing is right, as of a poll. */
export function outcomesOf(parts: readonly JudgedQuestion[], gameMode: GameMode): Outcomes {
  if (
    latest?.gameMode === gameMode &&
    latest.parts.length === parts.length &&
    latest.parts.every((part, n) => part === parts[n])
  )
    return latest.outcomes;
  const outcomes = computedOutcomes(parts, gameMode);
  latest = { parts, gameMode, outcomes };
  return outcomes;
}

function computedOutcomes(parts: readonly JudgedQuestion[], gameMode: GameMode): Outcomes {
  const scored = parts.filter(({ solution }) => solution !== null);
  const open = scored.filter(({ isVoid }) => !isVoid);
  const byPlayer = new Map<string, Outcome>();
  for (const part of scored) addPart(byPlayer, part, gameMode);
  const all = [...byPlayer.values()];
  const lastAnswers = new Set(scored.at(-1)?.answers);
  for (const outcome of all) {
    outcome.isThere = lastAnswers.has(outcome.answer);
    const { length } = outcome.credits;
    outcome.isRight = open.length > 0 && length === open.length;
    outcome.isSaved = open.length > 0 && 2 * length >= open.length;
  }
  return { last: scored.at(-1), of: scored.length, isVoid: open.length === 0, all };
}

function addPart(byPlayer: Map<string, Outcome>, part: JudgedQuestion, gameMode: GameMode): void {
  const isRight = rightsIn(part, gameMode);
  const creditOf = creditsIn(part);
  const credits = part.answers.map((answer) => (isRight(answer) ? creditOf(answer) : undefined));
  let winners = 0;
  for (const [i, answer] of part.answers.entries())
    if (answer[3] === 1) winners += credits[i]?.own ?? 0;
  for (const [i, answer] of part.answers.entries()) {
    if (answer[3] === 0) continue;
    const credit = credits[i];
    const own = part.isVoid || credit === undefined ? [] : [{ ...credit, winners }];
    const before = byPlayer.get(answer[0]);
    if (before === undefined)
      byPlayer.set(answer[0], {
        answer,
        credits: own,
        isRight: false,
        isSaved: false,
        isThere: false,
      });
    else {
      before.answer = answer;
      before.credits.push(...own);
    }
  }
}

/** When somebody who was right answered, in ms since the question was open: of several parts, on average. */
export function meanTime(credits: readonly PartCredit[]): number {
  const sum = credits.reduce((ms, credit) => ms + timeOf(credit), 0);
  return credits.length === 0 ? 0 : Math.floor(sum / credits.length);
}

/** How many a question counted for, and how many of them were right in all of it. */
export function rightCount({ all }: Outcomes): { played: number; right: number } {
  const playing = all.filter(({ answer, isThere }) => answer[3] === 1 && isThere);
  return { played: playing.length, right: playing.filter(({ isRight }) => isRight).length };
}

/** How many of those for whom a part counted were right in it. */
export function rightIn(part: JudgedQuestion, gameMode: GameMode): number {
  const isRight = rightsIn(part, gameMode);
  return part.answers.filter((answer) => answer[3] === 1 && isRight(answer)).length;
}
