/** Rounds of one evening: a game goes on with the scores of the one before (R6.8). */
import { RoomError } from '../protocol/errors.js';
import type { Transition } from './room-change.js';
import type { RoomState } from './room-state.js';
import { marksOf, standingsOf } from './scoring.js';

/**
 * The start of a game, in which those who are still there begin with what they had. Refuses with WRONG_PHASE where
 * no game of `RANKING` has ended, and with BAD_REQUEST in another mode.
 */
export function withScores(room: RoomState, start: Transition): Transition {
  const { phase, rules, settings, judged, seats } = room;
  if (settings.gameMode !== 'RANKING')
    throw new RoomError('BAD_REQUEST', 'keepScores: survival begins anew');
  if (phase.kind !== 'lobby' || phase.results === null || rules.gameMode !== 'RANKING')
    throw new RoomError('WRONG_PHASE', 'there are no scores to keep');
  const standings = standingsOf(judged, rules);
  const players = [...seats.values()];
  const carried = players.flatMap(({ playerId }) => {
    const standing = standings.get(playerId);
    if (standing === undefined) return [];
    const { score, rights, rightMs } = standing;
    return [{ playerId, score, rights, rightMs }];
  });
  const kept = { ...(start.rules ?? rules), carried };
  const marks = marksOf(players, [], kept, 'asked');
  return { ...start, rules: kept, tally: { game: room.tally.game + 1, marks } };
}
