import { NOT_MOVED, type Answer, type WrittenText } from '../../../game/shared/judged.js';
import { floorOf, valueAt } from '../../../game/kinds/floor.js';
import { creditsIn, rightsIn } from '../../../game/kinds/rights.js';
import { distanceTo } from '../../../game/kinds/ruler.js';
import { summaryOf } from '../../../game/kinds/summary.js';
import type { Position } from '../../../game/shared/zones.js';
import {
  isOpinion,
  writingOf,
  type PartSolution,
  type ShownQuestion,
  type Summary,
} from '../../../protocol/question.js';
import type { RevealPayload } from '../../../protocol/scores.js';
import type { Tried } from './stage-message.js';

/** Of a right answer, as `flat` has it (R6.4). */
const RIGHT_POINTS = 100;

export interface Trial {
  question: ShownQuestion;
  solution: PartSolution | undefined;
  /** In steps. */
  at: Position;
  hasMoved: boolean;
  /** The texts that they have written, where people write first. */
  texts?: readonly string[];
}

/** Judges who tries a question alone as a game would, but never as the nearest (R16.4), as nobody else plays. */
export function judgeTried(
  playerId: string,
  trial: Trial,
): { reveal: RevealPayload; tried: Tried | null } {
  return judgeParts(playerId, [trial]);
}

/** The same of all parts of a question, at least one, of which each gives its share of the points (R16.20). */
export function judgeParts(
  playerId: string,
  trials: readonly Trial[],
): { reveal: RevealPayload; tried: Tried | null } {
  const all = trials.map((trial) => judgePart(playerId, trial));
  const last = all.at(-1) as JudgedPart;
  const scored = all.filter(({ solution }) => solution !== undefined);
  const right = scored.filter(({ isAnswer }) => isAnswer).length;
  const worth = scored.reduce((sum, one) => sum + one.worth, 0) / (scored.length || 1);
  const gain = Math.floor(RIGHT_POINTS * worth) * (last.points ?? 1);
  const isAnswer = scored.length > 0 && right === scored.length;
  const mark = { playerId, score: 0, isAnswer, isAlive: true, played: true, rank: 1, gain };
  const { solution, summary } = last;
  const rights = solution?.kind === 'choice' ? [...solution.rights] : [];
  const reveal: RevealPayload = {
    answer: rights[0] ?? 0,
    rights,
    players: solution ? [mark] : [],
    ...(solution && { solution }),
    summary,
    ...(all.length > 1 && {
      parts: all.map((part) => ({
        ...(part.solution && { solution: part.solution }),
        summary: part.summary,
      })),
    }),
  };
  const tried: Tried | null =
    scored.length < 2
      ? triedAs(last, gain)
      : { outcome: isAnswer ? 'right' : 'wrong', gain, of: scored.length, right };
  return { reveal, tried };
}

interface JudgedPart {
  solution: PartSolution | undefined;
  summary: Summary;
  isAnswer: boolean;
  /** Its part of a whole answer, 0 to 1. */
  worth: number;
  points: number | undefined;
  /** As an opinion. */
  isCounted: boolean | undefined;
  /** From the answer, in thousandths; undefined where that has no distance. */
  off: number | undefined;
}

function judgePart(
  playerId: string,
  { question, solution, at, hasMoved, texts = [] }: Trial,
): JudgedPart {
  const floor = floorOf(question);
  const asksOpinion = isOpinion(question);
  const value = asksOpinion && !hasMoved ? NOT_MOVED : valueAt(at, floor);
  const answer: Answer = [playerId, value, 0, 1, ...at];
  const written: WrittenText[] = texts.length > 0 ? [[playerId, 0, texts]] : [];
  const hasWriting = writingOf(question.kind) !== undefined;
  const judged = {
    floor,
    solution: solution ?? null,
    answers: [answer],
    ...(hasWriting && { written: { limitMs: 0, texts: written } }),
  };
  const isAnswer = rightsIn(judged, 'SURVIVAL')(answer);
  const { own, whole } = creditsIn({ ...judged, limitMs: 0 })(answer);
  return {
    solution,
    summary: summaryOf(judged),
    isAnswer,
    worth: isAnswer ? own / whole : 0,
    points: question.points,
    isCounted: asksOpinion ? hasMoved || texts.length > 0 : undefined,
    off:
      solution?.kind === 'number' && 'ruler' in question
        ? distanceTo(solution.answer, value, question.ruler)
        : undefined,
  };
}

function triedAs({ isCounted, isAnswer, off, solution }: JudgedPart, gain: number): Tried | null {
  if (isCounted !== undefined) return { outcome: isCounted ? 'counted' : 'unmoved' };
  if (isAnswer) return { outcome: 'right', gain };
  if (off !== undefined) return { outcome: 'wrong', off: off / 1000 };
  return solution ? { outcome: 'wrong' } : null;
}
