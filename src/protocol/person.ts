/**
 * Whom a player id belongs to: the ids of all seats that one identity has had in a room have the same
 * beginning, up to the dot.
 */
export function personOf(playerId: string): string {
  const dot = playerId.indexOf('.');
  return dot === -1 ? playerId : playerId.slice(0, dot);
}

/** Whom the ids of all bots belong to (R12.2), and nobody else's: those of players are longer. */
export const BOT_PERSON = 'bot';
