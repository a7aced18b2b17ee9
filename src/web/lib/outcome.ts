import type { GameMode, Mark, RevealPayload } from '../../protocol/events.js';

/** What a reveal means for oneself. */
export type Outcome = 'right' | 'wrong' | 'eliminated' | 'spared' | 'ghost' | 'unscored';

/**
 * Reads the own line of a reveal. `aliveBefore` is undefined where this page was not there when the
 * question began.
 */
export function readOutcome(
  reveal: RevealPayload,
  own: Mark | undefined,
  aliveBefore: boolean | undefined,
  options: { gameMode: GameMode } | null,
): Outcome | null {
  if (!own) return null;
  if (options?.gameMode !== 'SURVIVAL') {
    if (own.isAnswer) return 'right';
    return aliveBefore === undefined ? 'unscored' : 'wrong';
  }
  if (own.isAlive) {
    if (own.isAnswer) return 'right';
    return reveal.players.some((mark) => mark.isAnswer) ? 'unscored' : 'spared';
  }
  return aliveBefore === false ? 'ghost' : 'eliminated';
}
