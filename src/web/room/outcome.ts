import type { PointsFactor } from '../../protocol/events.js';
import type { GameMode } from '../../protocol/room-options.js';
import type { RevealPayload } from '../../protocol/scores.js';

/** What a reveal means for oneself. */
export type Outcome =
  'right' | 'partly' | 'wrong' | 'eliminated' | 'hurt' | 'spared' | 'ghost' | 'unscored' | 'void';

export interface Witness {
  selfId: string | null;
  gameMode: GameMode;
  /** Of the question, as `QuestionPayload` has them. */
  points?: PointsFactor | undefined;
}

/** Whether several parts have something right, each of which is ruled on by itself (R16.21). */
export function hasSeveralRight(reveal: Pick<RevealPayload, 'parts'> | null): boolean {
  return (reveal?.parts?.filter(({ solution }) => solution).length ?? 0) > 1;
}

/** Whether nothing of the question counts: of several parts, none of those that could be right (R16.20). */
export function isVoidWhole({ isVoid = false, parts }: Pick<RevealPayload, 'isVoid' | 'parts'>) {
  const scored = parts?.filter(({ solution }) => solution) ?? [];
  return scored.length > 0 ? scored.every((part) => part.isVoid) : isVoid;
}

/** Reads the own line of a reveal; null for who has none. */
export function readOutcome(
  reveal: RevealPayload,
  { selfId, gameMode, points }: Witness,
): Outcome | null {
  const own = reveal.players.find(({ playerId }) => playerId === selfId);
  if (!own) return null;
  if (isVoidWhole(reveal)) return 'void';
  if (!own.played) return own.isAlive ? 'unscored' : 'ghost';
  if (own.isAnswer) return 'right';
  // Some of several parts were right (R16.20).
  if (hasSeveralRight(reveal) && own.gain > 0) return 'partly';
  // Just for fun: it costs nobody anything.
  if (gameMode === 'RANKING' || points === 0) return 'wrong';
  if (!own.isAlive) return 'eliminated';
  // Where nobody who plays was right, that costs no life, and is worth a point.
  return own.gain > 0 ? 'spared' : 'hurt';
}
