/** A question with all its parts together (R16.20), as it is scored, told and given awards for. */
import { isSameQuestion } from '../../protocol/judged-name.js';
import type { GameMode } from '../../protocol/room-options.js';
import type { Answer, GameRules, JudgedQuestion } from '../shared/judged.js';
import { creditsIn, rightsIn, type Credit } from './rights.js';

/** A right answer to a part, and what all who were right in it have together of whole answers, as `own` is counted. */
export interface PartCredit extends Credit {
  winners: number;
}

/** A question as one player has answered it. */
export interface Outcome {
  /** To the last part that they have answered. */
  answer: Answer;
  /** Those parts in which they were right, without void ones. */
  credits: readonly PartCredit[];
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
  const open = scored.filter(({ isVoid }) => !isVoid).length;
  const last = scored.at(-1);
  const isAlone = scored.length === 1 && last !== undefined;
  const all = isAlone ? outcomesIn(last, gameMode) : outcomesTogether(scored, open, gameMode);
  return { last, of: scored.length, isVoid: open === 0, all };
}

const NO_CREDITS: readonly PartCredit[] = [];

/** Each answer to one part by itself. Nearly all questions are one part, and many thousand answers are looked at here. */
function outcomesIn(part: JudgedQuestion, gameMode: GameMode): Outcome[] {
  const isRight = rightsIn(part, gameMode);
  const creditOf = creditsIn(part);
  const all: Outcome[] = [];
  const given: PartCredit[] = [];
  let winners = 0;
  for (const answer of part.answers) {
    const played = answer[3];
    if (played === 0) continue;
    let credits = NO_CREDITS;
    if (!part.isVoid && isRight(answer)) {
      const credit = creditOf(answer) as PartCredit;
      given.push(credit);
      credits = [credit];
      if (played === 1) winners += credit.own;
    }
    const isAnswer = credits !== NO_CREDITS;
    all.push({ answer, credits, isRight: isAnswer, isSaved: isAnswer, isThere: true });
  }
  for (const credit of given) credit.winners = winners;
  return all;
}

/** The same of several parts, so many of which are not void. */
function outcomesTogether(
  parts: readonly JudgedQuestion[],
  open: number,
  gameMode: GameMode,
): Outcome[] {
  const byPlayer = new Map<string, Outcome & { credits: PartCredit[] }>();
  const last = parts.at(-1);
  for (const part of parts)
    for (const outcome of outcomesIn(part, gameMode)) {
      const { answer, credits } = outcome;
      const before = byPlayer.get(answer[0]);
      const isThere = part === last;
      if (before === undefined)
        byPlayer.set(answer[0], { ...outcome, credits: [...credits], isThere });
      else {
        Object.assign(before, { answer, isThere });
        before.credits.push(...credits);
      }
    }
  const all = [...byPlayer.values()];
  for (const outcome of all) {
    const { length } = outcome.credits;
    outcome.isRight = open > 0 && length === open;
    outcome.isSaved = open > 0 && 2 * length >= open;
  }
  return all;
}

/**
 * When somebody who was right answered, as it tells scores apart (R6.6, R6.16), in ms since the question was open: of
 * several parts, on average.
 */
export function meanTime(
  credits: readonly PartCredit[],
  { tieFromMs = 0 }: Pick<GameRules, 'tieFromMs'>,
): number {
  const sum = credits.reduce((all, { sinceMs, ms }) => all + sinceMs + Math.max(ms, tieFromMs), 0);
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
