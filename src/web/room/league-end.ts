import type { RoomState } from './room-state.svelte.js';

/** How somebody who ended the game as a ghost did among all ghosts. */
export interface LeagueEnd {
  rank: number;
  rights: number;
  all: number;
}

/** In the lobby after a game of survival; undefined for who lived to its end. */
export function leagueEndOf({
  league,
  selfId,
  kind,
  final,
  results,
}: Pick<RoomState, 'league' | 'selfId' | 'kind' | 'final' | 'results'>): LeagueEnd | undefined {
  const own = league.find(({ playerId }) => playerId === selfId);
  const isEnd = kind === 'lobby' && (final ?? results) !== null;
  return isEnd && own ? { rank: own.rank, rights: own.rights, all: league.length } : undefined;
}
