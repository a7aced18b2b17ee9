import { NOT_MOVED, type Answer, type WrittenText } from '../../../game/shared/judged.js';
import { floorOf, valueAt } from '../../../game/kinds/floor.js';
import { creditsIn, rightsIn } from '../../../game/kinds/rights.js';
import { distanceTo } from '../../../game/kinds/ruler.js';
import { summaryOf } from '../../../game/kinds/summary.js';
import type { Position } from '../../../game/shared/zones.js';
import {
  isOpinion,
  writingOf,
  type ShownQuestion,
  type Solution,
} from '../../../protocol/question.js';
import type { RevealPayload } from '../../../protocol/scores.js';
import type { Tried } from './stage-message.js';

/** Of a right answer, as `flat` has it (R6.4). */
const RIGHT_POINTS = 100;

interface Trial {
  question: ShownQuestion;
  solution: Solution | undefined;
  /** In steps. */
  at: Position;
  hasMoved: boolean;
  /** The texts that they have written, where people write first. */
  texts?: readonly string[];
}

/** Judges who tries a question alone as a game would, but never as the nearest (R16.4), as nobody else plays. */
export function judgeTried(
  playerId: string,
  { question, solution, at, hasMoved, texts = [] }: Trial,
): { reveal: RevealPayload; tried: Tried | null } {
  const floor = floorOf(question);
  const asksOpinion = isOpinion(question);
  const value = asksOpinion && !hasMoved ? NOT_MOVED : valueAt(at, floor);
  const answer: Answer = [playerId, value, 0, 1, ...at];
  const answers = [answer];
  const written: WrittenText[] = texts.length > 0 ? [[playerId, 0, texts]] : [];
  const hasWriting = writingOf(question.kind) !== undefined;
  const judged = {
    floor,
    solution: solution ?? null,
    answers,
    ...(hasWriting && { written: { limitMs: 0, texts: written } }),
  };
  const isAnswer = rightsIn(judged, 'SURVIVAL')(answer);
  const { parts, whole } = creditsIn({ ...judged, limitMs: 0 })(answer);
  const worth = Math.floor((RIGHT_POINTS * parts) / whole);
  const gain = isAnswer ? worth * (question.points ?? 1) : 0;
  const mark = { playerId, score: 0, isAnswer, isAlive: true, played: true, rank: 1, gain };
  const rights = solution?.kind === 'choice' ? [...solution.rights] : [];
  const reveal: RevealPayload = {
    answer: rights[0] ?? 0,
    rights,
    players: solution ? [mark] : [],
    ...(solution && { solution }),
    summary: summaryOf(judged),
  };
  return { reveal, tried: triedAs() };

  function triedAs(): Tried | null {
    if (asksOpinion) return { outcome: hasMoved || texts.length > 0 ? 'counted' : 'unmoved' };
    if (isAnswer) return { outcome: 'right', gain };
    if (solution?.kind === 'number' && 'ruler' in question)
      return { outcome: 'wrong', off: distanceTo(solution.answer, value, question.ruler) / 1000 };
    return solution ? { outcome: 'wrong' } : null;
  }
}
