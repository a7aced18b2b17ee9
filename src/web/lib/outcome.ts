import type { GameMode, RevealPayload } from '../../protocol/events.js';

/** What a reveal means for oneself. */
export type Outcome =
  'right' | 'wrong' | 'eliminated' | 'hurt' | 'spared' | 'ghost' | 'unscored' | 'void';

export interface Witness {
  selfId: string | null;
  gameMode: GameMode;
}

/** Reads the own line of a reveal; null for who has none. */
export function readOutcome(reveal: RevealPayload, { selfId, gameMode }: Witness): Outcome | null {
  const own = reveal.players.find(({ playerId }) => playerId === selfId);
  if (!own) return null;
  if (reveal.isVoid) return 'void';
  if (!own.played) return own.isAlive ? 'unscored' : 'ghost';
  if (own.isAnswer) return 'right';
  if (gameMode === 'RANKING') return 'wrong';
  if (!own.isAlive) return 'eliminated';
  // Where nobody who plays was right, that costs no life, and is worth a point.
  return own.gain > 0 ? 'spared' : 'hurt';
}
