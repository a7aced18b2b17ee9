/** Tickets: identities that a host gives out before anybody comes (R28). */
import { RoomError } from '../protocol/errors.js';
import { MOST_IN_HALL, SEARCH_MAX_UNITS, TICKETS_TOLD } from '../protocol/limits.js';
import { foldText } from '../protocol/text.js';
import type { ShownTicket, TicketPolicy, TicketReport, TicketState } from '../protocol/tickets.js';
import { isBig } from './big-room.js';
import { hasRole, isHosts } from './roles.js';
import type { RoomChange } from './room-change.js';
import { BOTH, done, type RoomCommand } from './room-command.js';
import {
  isConnected,
  seatOfIdentity,
  type RoomState,
  type RoomTicket,
  type RoomTickets,
  type Seat,
} from './room-state.js';
import { placedWithTickets } from './teams.js';
import { countSeatsNeeded, indexOf, ticketOf } from './ticket-index.js';

/** How somebody shows a ticket. */
export interface ShownCode {
  digest: string;
  /** The identity that the browser has without it. */
  browserId: string;
}

/**
 * The ticket that was shown; undefined for who shows none. Throws WRONG_TICKET where it is not this person's any more,
 * and KNOWS_ANSWERS for who runs the room, or was told answers, in the same browser (R4.2).
 */
export function shownTicket(
  room: RoomState,
  identityId: string,
  shown: ShownCode | undefined,
): RoomTicket | undefined {
  if (shown === undefined) return undefined;
  const ticket = ticketOf(room, identityId);
  if (ticket?.digest !== shown.digest) throw new RoomError('WRONG_TICKET');
  const { browserId } = shown;
  if (isHosts(room, browserId) || room.informed.includes(browserId))
    throw new RoomError('KNOWS_ANSWERS');
  return ticket;
}

/** Throws TICKET_NEEDED for a newcomer without one, where only hosts and bots come in so. */
export function checkTicketNeeded(
  room: RoomState,
  { identityId, isBot }: { identityId: string; isBot?: boolean },
): void {
  const { tickets } = room.settings;
  if (tickets === null || tickets.others || isBot === true || isHosts(room, identityId)) return;
  throw new RoomError('TICKET_NEEDED');
}

/** Whether all seats that nobody has are those of tickets that have none. Bots make way for everybody. */
export function areSeatsForTickets({ tickets, seatsNeeded, settings }: RoomState): boolean {
  return tickets !== null && seatsNeeded >= settings.maxPlayerCount;
}

/** Throws BAD_REQUEST where a room of so many seats has too few for its tickets. */
export function checkSeatsOfTickets(
  { tickets, seatsNeeded }: RoomState,
  maxPlayerCount: number,
): void {
  if (tickets !== null && maxPlayerCount < seatsNeeded)
    throw new RoomError('BAD_REQUEST', `maxPlayerCount: the tickets need ${seatsNeeded} seats`);
}

/**
 * The room takes a list, or has none any more; it gets more seats where the tickets need them, and the teams of the
 * list. Answers with the connections that came by a code which is void now. Refuses with WRONG_PHASE outside the
 * lobby, but where it is the same list, with BAD_REQUEST where there would be more than `most` seats.
 */
export function chooseTickets(
  list: RoomTickets | null,
  others: boolean,
  most: number,
): RoomCommand<string[]> {
  return {
    reads: BOTH,
    decide(room) {
      const { settings, phase } = room;
      const isSame = room.tickets?.id === list?.id;
      if (!isSame && phase.kind !== 'lobby')
        throw new RoomError('WRONG_PHASE', 'a game is running');
      if (list === null) {
        const none = { kind: 'settings', settings: { tickets: null } } as const;
        return { changes: [none, { kind: 'tickets', list, isSame: false }], answer: [] };
      }
      const policy: TicketPolicy = { others, named: list.tickets[0]?.playerName !== '' };
      const needed = countSeatsNeeded(room, list, room.seats.values());
      const bound = isBig(settings) ? most : Math.min(most, MOST_IN_HALL);
      if (needed > Math.max(bound, settings.maxPlayerCount))
        throw new RoomError('BAD_REQUEST', `the tickets need ${needed} seats`);
      const maxPlayerCount = Math.max(needed, settings.maxPlayerCount);
      const { teamNames } = list;
      const inTeams = !isSame && teamNames.length > 0;
      const changed = {
        tickets: policy,
        ...(maxPlayerCount !== settings.maxPlayerCount && { maxPlayerCount }),
        ...(inTeams && { teams: 'list' as const, teamNames }),
      };
      const changes: RoomChange[] = [
        { kind: 'settings', settings: changed },
        { kind: 'tickets', list, isSame },
        ...(inTeams ? placedWithTickets(room, list) : []),
      ];
      const { byIdentity } = indexOf(list);
      const isVoid = (identityId: string): boolean =>
        ticketOf(room, identityId)?.digest !== byIdentity.get(identityId)?.digest;
      return { changes, answer: isSame ? connectionsOf(room, isVoid) : [] };
    },
  };
}

/** Whether others come in as well. Refuses with BAD_REQUEST where the room has no tickets. */
export function letOthersIn(others: boolean): RoomCommand<void> {
  return {
    reads: BOTH,
    decide({ settings: { tickets } }) {
      if (tickets === null) throw new RoomError('BAD_REQUEST', 'the room has no tickets');
      return done({ kind: 'settings', settings: { tickets: { ...tickets, others } } });
    },
  };
}

/**
 * A ticket has another code, on behalf of `by`. Answers with the connections that came by the one before; their seat
 * stays. Refuses with PLAYER_NOT_FOUND where there is no such ticket, and FORBIDDEN where it is of somebody who is out
 * of reach of a co-host.
 */
export function reissueTicket(by: string, number: number, digest: string): RoomCommand<string[]> {
  return {
    reads: BOTH,
    decide(room) {
      const ticket = room.tickets?.tickets[number - 1];
      if (ticket === undefined) throw new RoomError('PLAYER_NOT_FOUND', 'no such ticket');
      const { identityId } = ticket;
      if (!hasRole(room, by, 'host') && isHosts(room, identityId))
        throw new RoomError('FORBIDDEN', 'hosts and co-hosts are out of reach of a co-host');
      return {
        changes: [{ kind: 'ticketReissued', number, digest }],
        answer: connectionsOf(room, (one) => one === identityId),
      };
    },
  };
}

/** The connections of these people, with a seat or without. */
function connectionsOf(
  { seats, screens }: RoomState,
  isMeant: (identityId: string) => boolean,
): string[] {
  const connectionIds: string[] = [];
  for (const { identityId, connectionId } of seats.values())
    if (connectionId !== null && isMeant(identityId)) connectionIds.push(connectionId);
  for (const [connectionId, { identityId }] of screens)
    if (isMeant(identityId)) connectionIds.push(connectionId);
  return connectionIds;
}

/** Which tickets have come; of `only` those, with `search` in the name, or with this number. */
export function ticketReport(
  room: RoomState,
  { only, search }: { only?: 'come' | 'missing' | undefined; search: string },
): TicketReport | undefined {
  if (room.tickets === null) return undefined;
  const { id, title, tickets } = room.tickets;
  const gone = new Set(room.ticketsGone);
  const wanted = plainName(search.trim());
  const shown: ShownTicket[] = [];
  let come = 0;
  let found = 0;
  for (const [index, { identityId, playerName, team }] of tickets.entries()) {
    const number = index + 1;
    const seat = seatOfIdentity(room, identityId);
    const state = stateOf(room, identityId, seat, gone.has(number));
    const hasCome = state !== 'missing';
    if (hasCome) come++;
    if (only !== undefined && (only === 'come') !== hasCome) continue;
    // Without a name on the ticket, that of who has come with it.
    const name = playerName === '' ? (seat?.playerName ?? '') : playerName;
    const isFound =
      wanted === '' || search.trim() === String(number) || plainName(name).includes(wanted);
    if (!isFound) continue;
    found++;
    if (shown.length >= TICKETS_TOLD) continue;
    shown.push({ number, playerName: name, ...(team !== undefined && { team }), state });
  }
  return { id, title, count: tickets.length, come, tickets: shown, found };
}

function stateOf(
  { banned }: RoomState,
  identityId: string,
  seat: Seat | undefined,
  isGone: boolean,
): TicketState {
  if (seat !== undefined) return isConnected(seat) ? 'here' : 'away';
  if (banned.has(identityId)) return 'kicked';
  return isGone ? 'gone' : 'missing';
}

const plainName = (name: string): string => foldText(name, SEARCH_MAX_UNITS).toLowerCase();
