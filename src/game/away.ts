/** Players who are away for a whole question, which is not put to them (R5.4). */
import type { GameMode } from '../protocol/room-options.js';
import type { QuestionPhase } from './phase.js';
import type { Seat } from './room-state.js';
import { AWAY, type Answer, type JudgedQuestion } from './shared/judged.js';

/** Whether a player has been away since get-ready of the open question began. */
export function isAwayIn(
  { readyAt }: Pick<QuestionPhase, 'readyAt'>,
  { droppedAt }: Pick<Seat, 'droppedAt'>,
): boolean {
  return droppedAt !== null && droppedAt <= readyAt;
}

/**
 * The question, or its part, at its last bell: it counts for none of these players, but in survival as a wrong answer, as
 * a player would win by leaving else.
 */
export function withoutAway(
  question: JudgedQuestion,
  away: ReadonlySet<string>,
  gameMode: GameMode,
): JudgedQuestion {
  if (away.size === 0) return question;
  const answers = question.answers.map((answer): Answer => {
    const [playerId, , , played, ...rest] = answer;
    if (played !== 1 || !away.has(playerId)) return answer;
    return [playerId, AWAY, 0, gameMode === 'SURVIVAL' ? 1 : 0, ...rest];
  });
  return { ...question, answers };
}
