import type { GameMode, RevealPayload } from '../../protocol/events.js';

/** What a reveal means for oneself. */
export type Outcome = 'right' | 'wrong' | 'eliminated' | 'spared' | 'ghost' | 'unscored';

export interface Witness {
  selfId: string | null;
  gameMode: GameMode;
  /** Alive when the question began. */
  aliveBefore: boolean;
  /** False for who came in during the question (R7.3). */
  scored: boolean;
}

/** Reads the own line of a reveal; null for who has none. */
export function readOutcome(
  reveal: RevealPayload,
  { selfId, gameMode, aliveBefore, scored }: Witness,
): Outcome | null {
  const own = reveal.players.find(({ playerId }) => playerId === selfId);
  if (!own) return null;
  if (!aliveBefore) return 'ghost';
  if (!scored) return 'unscored';
  if (own.isAnswer) return 'right';
  if (gameMode === 'RANKING') return 'wrong';
  return own.isAlive ? 'spared' : 'eliminated';
}
