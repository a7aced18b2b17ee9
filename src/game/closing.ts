/** The end of a game: what it leaves in the room (R6.3, R14.1). */
import type { LeagueResult, ResultRow } from '../protocol/scores.js';
import type { GameRules } from './shared/judged.js';
import { leaguePlaces } from './league.js';
import type { PlayerMark, Seat } from './room-state.js';
import { rankedBy, type Standing, type Standings } from './scoring.js';

/** How many of the ghosts' league everybody is told at the end. */
const LEAGUE_FIRSTS = 3;

/** The end of a game: the marks as they stand, and everybody alive (R6.3). */
export function closingMarks(marks: readonly PlayerMark[]): PlayerMark[] {
  return marks.map(({ playerId, score, rank }) => {
    return { playerId, score, isAnswer: false, played: false, gain: 0, rank, fellAt: null };
  });
}

/** The final table of what everybody has made, best first; ties share a rank and stand in order of slots. */
export function resultsIn(
  standings: Standings,
  players: readonly Pick<Seat, 'playerId' | 'playerName' | 'slot'>[],
  rules: GameRules,
): ResultRow[] {
  const { found, ranks } = rankedBy(standings, players, rules, true);
  return players
    .map(({ playerId, playerName, slot }, i) => {
      const { score, ...made } = found[i] as Standing;
      const rights = made.rights + made.ghostRights;
      const rightMs = made.rightMs + made.ghostRightMs;
      const told = rules.scoring === 'shared' ? {} : { rights, rightMs };
      return { playerId, playerName, slot, score, rank: ranks[i] as number, ...told };
    })
    .sort((a, b) => a.rank - b.rank || a.slot - b.slot);
}

/** The first of the ghosts' league when the game is over, as far as they were right at all (R14.1). */
export function leagueIn(
  standings: Standings,
  players: readonly Pick<Seat, 'playerId' | 'playerName' | 'slot'>[],
): LeagueResult[] {
  const places = leaguePlaces(
    players.map(({ playerId }) => {
      const { fellIn = -1, league = null } = standings.get(playerId) ?? {};
      return fellIn === null ? null : league;
    }),
  );
  return players
    .flatMap(({ playerId, playerName, slot }, i): LeagueResult[] => {
      const { rights = 0, rank = 0 } = places[i] ?? {};
      return rights === 0 ? [] : [{ playerId, playerName, slot, rights, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.slot - b.slot)
    .slice(0, LEAGUE_FIRSTS);
}
