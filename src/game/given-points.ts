/** Points that the host gives by hand, beside those of questions (R27.10). */
import { RoomError } from '../protocol/errors.js';
import { MOST_GIVEN, MOST_GIVEN_SHARES } from '../protocol/limits.js';
import type { PointsGiven } from '../protocol/scores.js';
import { withGiven } from './apply-change.js';
import { computedAnew } from './correct.js';
import { seatOfPlayer } from './roles.js';
import type { GivenChange, Transition } from './room-change.js';
import type { RoomState } from './room-state.js';
import type { GivenPoints } from './shared/judged.js';
import { formerTeam } from './teams.js';

/** One of the two says to whom. */
export interface Gift {
  playerId?: string | undefined;
  team?: number | undefined;
  points: number;
  reason: string;
}

/**
 * Gives a player points, or everybody in a team, in the game that runs or the one that has ended. Refuses with
 * BAD_REQUEST in survival, where there is no game, for a team that there is not, and beyond the bounds of an evening;
 * with PLAYER_NOT_FOUND for who has left or is not in the results.
 */
export function givePoints(room: RoomState, { playerId, team, points, reason }: Gift): Transition {
  const { rules } = room;
  if (rules.gameMode !== 'RANKING') throw new RoomError('BAD_REQUEST', 'survival has no points');
  const { given = [] } = rules;
  const to = team === undefined ? toPlayer(room, playerId ?? '') : toTeam(room, team);
  const shares = given.reduce((sum, { playerIds }) => sum + playerIds.length, to.playerIds.length);
  if (given.length >= MOST_GIVEN || shares > MOST_GIVEN_SHARES)
    throw new RoomError('BAD_REQUEST', 'no more points can be given in this evening');
  const id = (given.at(-1)?.id ?? 0) + 1;
  return changed(room, { add: { id, points, reason, ...to } });
}

/** Takes back what was given. Refuses with BAD_REQUEST what is not there, or not any more. */
export function takeBackPoints(room: RoomState, id: number): Transition {
  if (!room.rules.given?.some((one) => one.id === id))
    throw new RoomError('BAD_REQUEST', 'no such points were given');
  return changed(room, { takeBack: id });
}

function changed(room: RoomState, given: GivenChange): Transition {
  const rules = withGiven(room.rules, given);
  return { ...computedAnew(room, { judged: room.judged, rules }), given };
}

type To = Pick<GivenPoints, 'playerIds' | 'team' | 'isTeams'>;

function toPlayer(room: RoomState, playerId: string): To {
  const isIn = takesPart(room);
  seatOfPlayer(room, playerId);
  if (!isIn(playerId)) throw new RoomError('PLAYER_NOT_FOUND', 'they were not in that game');
  const team = teamOf(room)(playerId);
  return { playerIds: [playerId], ...(team !== undefined && { team }) };
}

/** Those who are in it by now; who comes later begins without. */
function toTeam(room: RoomState, team: number): To {
  const { teamNames = [] } = room.rules;
  if (team >= teamNames.length) throw new RoomError('BAD_REQUEST', 'there is no such team');
  const [isIn, teamIn] = [takesPart(room), teamOf(room)];
  const playerIds = Array.from(room.seats.values(), ({ playerId }) => playerId).filter(
    (playerId) => isIn(playerId) && teamIn(playerId) === team,
  );
  if (playerIds.length === 0) throw new RoomError('PLAYER_NOT_FOUND', 'nobody is in that team');
  return { playerIds, team, isTeams: true };
}

/** After a game, who sits down is not in its results. */
function takesPart({ phase }: RoomState): (playerId: string) => boolean {
  if (phase.kind !== 'lobby') return () => true;
  if (phase.results === null) throw new RoomError('BAD_REQUEST', 'there are no results');
  const ranked = new Set(phase.results.map(({ playerId }) => playerId));
  return (playerId) => ranked.has(playerId);
}

/** In the lobby teams may be others already than they were in the game. */
function teamOf(room: RoomState): (playerId: string) => number | undefined {
  if (room.rules.teamNames === undefined) return () => undefined;
  if (room.phase.kind === 'lobby') return (playerId) => formerTeam(room, playerId);
  const teams = new Map(Array.from(room.seats.values(), (seat) => [seat.playerId, seat.team]));
  return (playerId) => teams.get(playerId) ?? undefined;
}

/** How points by hand are told. */
export function toldGiven(
  room: Pick<RoomState, 'seats' | 'phase'>,
  { points, reason, playerIds, team, isTeams }: GivenPoints,
): PointsGiven {
  if (isTeams && team !== undefined) return { points, reason, to: { team } };
  const seats = [...room.seats.values()];
  const ranked = room.phase.kind === 'lobby' ? (room.phase.results ?? []) : [];
  const isTheirs = (one: { playerId: string }): boolean => playerIds.includes(one.playerId);
  const player = seats.find(isTheirs) ?? ranked.find(isTheirs);
  if (player === undefined) return { points, reason };
  const { playerId, playerName, slot } = player;
  return { points, reason, to: { playerId, playerName, slot } };
}
