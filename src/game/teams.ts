/** Who plays in which team (R13). Nobody changes the team during a game. */
import { RoomError } from '../protocol/errors.js';
import { NAME_LIST_MOST } from '../protocol/limits.js';
import { BOT_PERSON, personOf } from '../protocol/person.js';
import type { TeamEntry } from '../protocol/teams.js';
import type { TeamMode } from '../protocol/room-options.js';
import type { JudgedQuestion } from './shared/judged.js';
import { nameKey } from './name-list.js';
import { hasRole, seatOfPlayer } from './roles.js';
import type { RoomChange, Transition } from './room-change.js';
import { BOTH, done, type Decision, type RoomCommand } from './room-command.js';
import type { RoomState, RoomTickets, Seat } from './room-state.js';
import { ticketOf } from './ticket-index.js';

/** What decides who is in which team. */
interface Teams {
  mode: TeamMode;
  count: number;
  list: readonly TeamEntry[];
  /** A ticket that names a team puts its holder there, where lists say who is in which. */
  tickets: RoomTickets | null;
}

/**
 * Names the teams, of which there are as many as names. Refuses with WRONG_PHASE outside the lobby, BAD_REQUEST
 * where two names look the same.
 */
export function nameTeams(teamNames: readonly string[]): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room) {
      checkLobby(room);
      if (new Set(teamNames.map(nameKey)).size < teamNames.length)
        throw new RoomError('BAD_REQUEST', 'names: two teams have the same');
      const teams = { ...teamsOf(room), count: teamNames.length };
      return done({ kind: 'settings', settings: { teamNames } }, ...placed(room, teams));
    },
  };
}

/**
 * Replaces the list of who is in which team, or adds to it; of names that are alike the first counts. Refuses
 * with WRONG_PHASE outside the lobby, BAD_REQUEST where there would be more than `NAME_LIST_MOST`.
 */
export function listTeams(
  entries: readonly TeamEntry[],
  more: boolean,
): RoomCommand<{ count: number; merged: number }> {
  return {
    reads: BOTH,
    decide(room) {
      checkLobby(room);
      const before = more ? room.teamList : [];
      const known = new Set(before.map(({ playerName }) => nameKey(playerName)));
      const added = entries.filter(({ playerName }) => {
        const key = nameKey(playerName);
        return known.has(key) ? false : known.add(key);
      });
      const count = before.length + added.length;
      if (count > NAME_LIST_MOST)
        throw new RoomError('BAD_REQUEST', `entries: at most ${NAME_LIST_MOST} in all`);
      const teams = { ...teamsOf(room), list: [...before, ...added] };
      const changes: RoomChange[] = [{ kind: 'teamList', entries: added, more }];
      changes.push(...placed(room, teams));
      return { changes, answer: { count, merged: entries.length - added.length } };
    },
  };
}

/** A player chooses. Refuses as `moveToTeam` does, and with FORBIDDEN where others say who is in which team. */
export function chooseTeam(playerId: string, team: number): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room) {
      const { teams } = room.settings;
      if (teams === 'dealt' || teams === 'list')
        throw new RoomError('FORBIDDEN', 'players do not choose their teams');
      return moved(room, playerId, team);
    },
  };
}

/**
 * The host or a co-host, whose identity is `by`, puts a player into a team. Refuses with NOT_HOST,
 * PLAYER_NOT_FOUND, WRONG_PHASE outside the lobby, and BAD_REQUEST where there is no such team.
 */
export function moveToTeam(by: string, playerId: string, team: number): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room) {
      if (!hasRole(room, by, 'coHost')) throw new RoomError('NOT_HOST');
      return moved(room, playerId, team);
    },
  };
}

function moved(room: RoomState, playerId: string, team: number): Decision<void> {
  const { slot } = seatOfPlayer(room, playerId);
  checkLobby(room);
  checkTeam(room, team);
  return done({ kind: 'dealt', seats: [[slot, team]] });
}

/**
 * The team of somebody who sits down, null where there are none; `team` is the one that was asked for, which
 * counts in the lobby where players choose. Refuses with BAD_REQUEST where there is no such team.
 */
export function newcomersTeam(
  room: RoomState,
  {
    identityId,
    playerId,
    playerName,
    team,
  }: { identityId: string; playerId: string; playerName: string; team?: number },
): number | null {
  const teams = teamsOf(room);
  const { mode, count } = teams;
  if (mode === 'none') return null;
  if (room.phase.kind !== 'lobby') {
    const before = formerTeam(room, playerId);
    if (before !== undefined) return before;
  } else if (mode === 'choice' && team !== undefined) {
    checkTeam(room, team);
    return team;
  }
  const listed = mode === 'list' ? listedTeam(teams, identityId, playerName) : undefined;
  return listed ?? smallest(sizesOf(room.seats.values(), count));
}

/** Into the team of the list that somebody's new name stands for, in the lobby. */
export function teamOfName(
  room: RoomState,
  { slot, identityId }: Seat,
  playerName: string,
): RoomChange[] {
  const teams = teamsOf(room);
  if (teams.mode !== 'list' || room.phase.kind !== 'lobby') return [];
  const team = listedTeam(teams, identityId, playerName);
  return team === undefined ? [] : [{ kind: 'dealt', seats: [[slot, team]] }];
}

/** What becomes of everybody's team where the host chooses another way. */
export function teamsBy(room: RoomState, mode: TeamMode | undefined): RoomChange[] {
  const teams = teamsOf(room);
  return mode === undefined || mode === teams.mode ? [] : placed(room, { ...teams, mode });
}

/** The same where the room takes tickets with teams. */
export function placedWithTickets(room: RoomState, tickets: RoomTickets): RoomChange[] {
  const count = tickets.teamNames.length;
  return placed(room, { ...teamsOf(room), mode: 'list', count, tickets });
}

/**
 * At the start of a game that deals, no team has two members more than another. A next round (R6.8), whose transition
 * has no new rules, leaves everybody in their teams.
 */
export function evenDeal(room: RoomState, { rules }: Pick<Transition, 'rules'>): RoomChange[] {
  const teams = teamsOf(room);
  return rules !== undefined && teams.mode === 'dealt' ? placed(room, teams) : [];
}

/** Everybody into a team that there is: by the list, else where they are, else into the smallest. */
function placed(room: RoomState, teamsNow: Teams): RoomChange[] {
  const { mode, count } = teamsNow;
  const seats = [...room.seats.values()].sort((a, b) => a.slot - b.slot);
  const members = Array.from({ length: count }, (): Seat[] => []);
  const others: Seat[] = [];
  if (mode !== 'none')
    for (const seat of seats) {
      const { identityId, playerName } = seat;
      const listed = mode === 'list' ? listedTeam(teamsNow, identityId, playerName) : undefined;
      (members[listed ?? seat.team ?? count] ?? others).push(seat);
    }
  for (const seat of others) members[smallest(members.map(sizeOf))]?.push(seat);
  if (mode === 'dealt') even(members);
  const teams = new Map(members.flatMap((some, team) => some.map(({ slot }) => [slot, team])));
  const dealt = seats.flatMap(({ slot, team: before }): [number, number | null][] => {
    const team = teams.get(slot) ?? null;
    return team === before ? [] : [[slot, team]];
  });
  return dealt.length === 0 ? [] : [{ kind: 'dealt', seats: dealt }];
}

/** Moves no more than have to; as a rule who came last. */
function even(members: readonly Seat[][]): void {
  for (;;) {
    const sizes = members.map(sizeOf);
    const most = Math.max(...sizes);
    if (most - Math.min(...sizes) < 2) return;
    const moved = members[sizes.indexOf(most)]?.splice(-1) ?? [];
    members[smallest(sizes)]?.push(...moved);
  }
}

function teamsOf({ settings, teamList, tickets }: RoomState): Teams {
  return { mode: settings.teams, count: settings.teamNames.length, list: teamList, tickets };
}

const sizeOf = ({ length }: readonly unknown[]): number => length;

function sizesOf(seats: Iterable<Seat>, count: number): number[] {
  const sizes = Array.from({ length: count }, () => 0);
  for (const { team } of seats) if (team !== null) sizes[team] = (sizes[team] ?? 0) + 1;
  return sizes;
}

/** Of several the first. */
function smallest(sizes: readonly number[]): number {
  return sizes.indexOf(Math.min(...sizes));
}

/** By list, which is replaced and never changed. */
const indexes = new WeakMap<readonly TeamEntry[], ReadonlyMap<string, number>>();

function listedTeam(
  { list, count, tickets }: Teams,
  identityId: string,
  playerName: string,
): number | undefined {
  const ticketed = ticketOf({ tickets }, identityId)?.team;
  if (ticketed !== undefined && ticketed < count) return ticketed;
  let index = indexes.get(list);
  if (index === undefined) {
    index = new Map(list.map(({ playerName: listed, team }) => [nameKey(listed), team]));
    indexes.set(list, index);
  }
  const team = index.get(nameKey(playerName));
  return team === undefined || team >= count ? undefined : team;
}

/** By person: the last question that was read of theirs, and their team in it. */
type FormerTeams = Map<string, { question: number; team: number }>;

/**
 * The former teams of a game, by each of its judged questions that was read: what was read stays, and only questions
 * that are new or were judged anew are read.
 */
const formerTeams = new WeakMap<JudgedQuestion, FormerTeams>();

/** The team that a person, who may have left, was in when the last question with an answer of theirs was judged. */
export function formerTeam(
  { judged }: Pick<RoomState, 'judged'>,
  playerId: string,
): number | undefined {
  const person = personOf(playerId);
  if (person === BOT_PERSON) return undefined;
  const read = judged.find((one) => formerTeams.has(one));
  const known: FormerTeams = (read && formerTeams.get(read)) ?? new Map();
  for (const one of judged) {
    if (formerTeams.get(one) === known) continue;
    formerTeams.set(one, known);
    const { question, answers } = one;
    for (const [answered, , , , , , team] of answers) {
      const by = personOf(answered);
      const isLast = question >= (known.get(by)?.question ?? 0);
      if (team !== undefined && isLast) known.set(by, { question, team });
    }
  }
  return known.get(person)?.team;
}

function checkTeam({ settings }: RoomState, team: number): void {
  if (settings.teams === 'none' || team >= settings.teamNames.length)
    throw new RoomError('BAD_REQUEST', 'there is no such team');
}

function checkLobby({ phase }: RoomState): void {
  if (phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
}
