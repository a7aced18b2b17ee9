/**
 * Whom a player id belongs to: the ids of all seats that one identity has had in a room have the same
 * beginning, up to the dot.
 */
export function personOf(playerId: string): string {
  const dot = playerId.indexOf('.');
  return dot === -1 ? playerId : playerId.slice(0, dot);
}
