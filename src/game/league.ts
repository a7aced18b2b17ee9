/** The league of the ghosts (R14.1), of which the living hear nothing before the end of the game. */
import type { LeagueRow } from '../protocol/scores.js';
import { rankIn } from './shared/ranks.js';

/** The score of a ghost since its fall. */
export interface LeagueStanding {
  rights: number;
  /** Sum of the times of the right answers, in ms. */
  rightMs: number;
  /** Whether the last answer was right. */
  isAnswer: boolean;
}

/** The place in the league that a mark tells, for a ghost that has answered since its fall. */
export type LeaguePlace = Omit<LeagueRow, 'playerId'>;

/** By what ghosts are ranked, what counts most first; higher is better. */
function leagueOrder({ rights, rightMs }: LeagueStanding): number[] {
  return [rights, -rightMs];
}

/** The place of each ghost of these that has answered; null for the others. */
export function leaguePlaces(
  standings: readonly (LeagueStanding | null)[],
): (LeaguePlace | null)[] {
  const rank = rankIn(standings.flatMap((one) => (one === null ? [] : [leagueOrder(one)])));
  return standings.map(
    (one) => one && { rights: one.rights, rank: rank(leagueOrder(one)), isAnswer: one.isAnswer },
  );
}
