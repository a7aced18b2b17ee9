/** The scores and lives of a room's players: one value, which only a change of the phase replaces. */
import type { LeagueRow, Mark, ScoresPayload } from '../protocol/scores.js';
import type { PlayerMark, RoomState, Seat, Tally } from './room-state.js';

/**
 * The number of the game that is played, in the lobby that of the last one: `tally.game` counts starts and ends, so it is
 * one higher after an end.
 */
export function gameOf({ phase, tally }: Pick<RoomState, 'phase' | 'tally'>): number {
  return phase.kind === 'lobby' ? tally.game - 1 : tally.game;
}

/** The number of the game that begins next in a lobby. */
export const comingGame = ({ tally }: Pick<RoomState, 'tally'>): number => tally.game + 1;

/** The tally behind the end of a game. */
export const endedTally = ({ game }: Tally, marks: readonly PlayerMark[]): Tally => ({
  game: game + 1,
  marks,
});

/** Everybody's marks and the figures of teams as pages hear them; without ranks where a round holds them back (R27.4). */
export function toldScores(
  { marks, teams }: Pick<Tally, 'marks' | 'teams'>,
  areRanksTold: boolean,
): Pick<ScoresPayload, 'players' | 'teams'> {
  const players = marks.map((mark) => markPayload(mark, areRanksTold));
  return areRanksTold && teams !== undefined ? { players, teams } : { players };
}

function markPayload({ fellAt, league: _league, ...mark }: PlayerMark, isRankTold: boolean): Mark {
  if (isRankTold) return { ...mark, isAlive: fellAt === null };
  const { tieMs: _tieMs, ...rest } = mark;
  return { ...rest, rank: 0, isAlive: fellAt === null };
}

/** The rows of the league, which ghosts alone are told (R14.1). */
export function leagueRows({ marks }: Pick<Tally, 'marks'>): LeagueRow[] {
  return marks.flatMap(({ playerId, league }) => (league ? [{ playerId, ...league }] : []));
}

/**
 * Writes into the seats what the tally says. A player without a mark came after the judgement, and is what
 * the seat was made as while the same game goes on.
 */
export function settleSeats({ seats, tally }: Pick<RoomState, 'seats' | 'tally'>): void {
  const marks = new Map(tally.marks.map((mark) => [mark.playerId, mark]));
  for (const [slot, seat] of seats) {
    const settled = settle(seat, marks.get(seat.playerId), tally.game);
    if (settled !== seat) seats.set(slot, settled);
  }
}

function settle(seat: Seat, mark: PlayerMark | undefined, game: number): Seat {
  const isSameGame = seat.joinedGame === game;
  const joinedAs = isSameGame ? seat.fellAt : null;
  const { score, fellAt } = mark ?? { score: 0, fellAt: joinedAs };
  // From the lobby behind a game, which counts as well, one more round may lead back into it (R27.5).
  const playsFrom = game <= seat.joinedGame + 1 ? seat.playsFrom : 0;
  const isSame = seat.score === score && seat.fellAt === fellAt && seat.playsFrom === playsFrom;
  return isSame ? seat : { ...seat, score, fellAt, playsFrom };
}
