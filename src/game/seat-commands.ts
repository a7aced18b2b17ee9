/** Commands of seats: sit down, drop, leave, rename (R1.3, R1.4, R2, R3.2, R7.3, R9.1). */
import { RoomError } from '../protocol/errors.js';
import { backFromActing, comesWith } from './host.js';
import { leftBy } from './leave-change.js';
import { leaveSeat } from './leave-seat.js';
import { listedName } from './name-list.js';
import { nextOrdinal } from './transitions.js';
import { botToReplace, rehearsalEnd } from './rehearsal.js';
import { BOTH, done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import type { LeaveReason, RoomChange } from './room-change.js';
import { isReserved } from './reserved-names.js';
import { isHosts, seatOfPlayer } from './roles.js';
import {
  isAlive,
  isSilent,
  seatOfIdentity,
  type RoomState,
  type RoomTicket,
  type Seat,
} from './room-state.js';
import { removal } from './screen-commands.js';
import { newcomersTeam, teamOfName } from './teams.js';
import { areSeatsForTickets, checkTicketNeeded, shownTicket, type ShownCode } from './tickets.js';
import { seatToGiveWay } from './unmoved.js';
import type { Position } from './shared/zones.js';

export interface SeatRequest {
  identityId: string;
  /** Where the player comes from; the room remembers it. */
  address: string;
  connectionId: string;
  /** The process of the connection. */
  process: string;
  /** For a new seat only; one that is resumed keeps its own. */
  playerId: string;
  playerName: string;
  /** The name that was wanted, where the word filter did not let it stand. */
  wanted?: string;
  position: Position;
  /** The team that the player chose, where players choose (R13.2). */
  team?: number;
  /** There where a ticket was shown; `identityId` is the ticket's then (R28). */
  ticket?: ShownCode;
  /** True for a bot of a rehearsal (R12). */
  isBot?: boolean;
  /** How many of the free seats are for others (R3.7), when it is decided; none unless given. */
  keptSeats?: () => number;
  /** Whether the store has no memory for new seats. */
  isStoreFull: boolean;
}

/** Seats are free, and all of them are for others for a while (R3.7). */
export class SeatKeptError extends Error {}

export interface SeatGrant {
  seat: Seat;
  resumed: boolean;
  /** The other connection that held the seat until now and has to go (R2.3). */
  replaced: string | null;
  /** Whether the host role came back with it (R3.2). */
  becameHost: boolean;
}

/**
 * Seats an identity, or brings it back to its seat (R1.3, R2.2, R2.3). In a full room, whoever is no bot takes
 * the place of one (R12.2), or of somebody who came, did nothing and went (R1.3). Refuses with KICKED,
 * KNOWS_ANSWERS, WRONG_TICKET, TICKET_NEEDED, ROOM_LOCKED, ROOM_FULL, STORE_AWAY, NAME_NOT_ON_LIST, NAME_TAKEN, with BAD_REQUEST a team that
 * there is not, with WRONG_PHASE a bot where no rehearsal goes on, and with `SeatKeptError` who has to wait.
 */
export function sit(request: SeatRequest): RoomCommand<SeatGrant> {
  return {
    reads: BOTH,
    decide(room, now) {
      const { identityId, connectionId, process } = request;
      const ticket = shownTicket(room, identityId, request.ticket);
      if (room.banned.has(identityId)) throw new RoomError('KICKED');
      const known = seatOfIdentity(room, identityId);
      if (known === undefined && room.informed.includes(identityId))
        throw new RoomError('KNOWS_ANSWERS');
      const other = known === undefined ? admit(room, request, ticket, now) : undefined;
      const generation = room.generation + 1;
      const seat: Seat =
        known === undefined
          ? newSeat(room, request, ticket, now)
          : { ...known, generation, connectionId, process, droppedAt: null };
      const { slot } = seat;
      const changes: RoomChange[] = [];
      if (known === undefined) {
        if (ticket === undefined && isKept(room, request, other)) throw new SeatKeptError();
        if (other !== undefined) changes.push(...leaveSeat(room, other, 'freed', now));
        changes.push({ kind: 'seated', seat, address: request.address });
      } else changes.push({ kind: 'attached', slot, generation, connectionId, process });
      const becameHost = !seat.isBot && comesWith(seat, room);
      if (becameHost) changes.push({ kind: 'host', hostId: seat.playerId, isHandedOver: false });
      if (isHosts(room, identityId)) changes.push(...backFromActing(room));
      // A connection that asks again, as the answer got lost, does not replace itself.
      const held = known?.connectionId ?? null;
      const replaced = held === connectionId ? null : held;
      return { changes, answer: { seat, resumed: known !== undefined, replaced, becameHost } };
    },
  };
}

function newSeat(
  room: RoomState,
  request: SeatRequest,
  ticket: RoomTicket | undefined,
  now: number,
): Seat {
  const { identityId, connectionId, process, playerId, position } = request;
  const { settings, phase } = room;
  const isBot = request.isBot === true;
  // A player who comes into a running game of survival watches it as a ghost.
  const watches = phase.kind !== 'lobby' && settings.gameMode === 'SURVIVAL';
  const playerName = ticket?.playerName
    ? room.names.free(ticket.playerName)
    : nameOf(room, request);
  return {
    slot: freeSlot(room, now),
    identityId,
    playerId,
    playerName,
    ...(request.wanted === undefined ? {} : { wanted: request.wanted }),
    position,
    start: position,
    entered: null,
    joinedAt: now,
    generation: room.generation + 1,
    connectionId,
    process,
    droppedAt: null,
    ...(isBot ? { isBot } : {}),
    team: newcomersTeam(room, { ...request, playerName }),
    joinedGame: room.tally.game,
    score: 0,
    fellAt: watches ? position : null,
    playsFrom: nextOrdinal(room),
  };
}

/** Whether the seats that are free are for others; that of a bot always makes way. */
function isKept(room: RoomState, request: SeatRequest, other: Seat | undefined): boolean {
  if (request.isBot === true || other?.isBot === true) return false;
  if (isHosts(room, request.identityId)) return false;
  const kept = request.keptSeats?.() ?? 0;
  return kept > 0 && room.settings.maxPlayerCount - room.seats.size <= kept;
}

/** The seat that has to make way for a newcomer; undefined where one is free. Throws where there is no seat for them. */
function admit(
  room: RoomState,
  request: SeatRequest,
  ticket: RoomTicket | undefined,
  now: number,
): Seat | undefined {
  const { rehearsal, isLocked } = room.settings;
  if (request.isStoreFull) throw new RoomError('STORE_AWAY', 'the store is full');
  const isBot = request.isBot === true;
  if (isBot && rehearsal === null) throw new RoomError('WRONG_PHASE', 'no rehearsal goes on');
  if (ticket === undefined) {
    checkTicketNeeded(room, request);
    if (isLocked && !isBot) throw new RoomError('ROOM_LOCKED');
  }
  const isFull = room.seats.size >= room.settings.maxPlayerCount;
  // A bot leaves its seat to anybody; a seat that is kept for tickets goes to a ticket only.
  const isForTickets = ticket === undefined && !isBot && areSeatsForTickets(room);
  if (!isFull && !isForTickets) return undefined;
  if (isBot) throw new RoomError('ROOM_FULL');
  const other = (isForTickets ? undefined : botToReplace(room)) ?? seatToGiveWay(room, now);
  if (other === undefined) throw new RoomError('ROOM_FULL');
  return other;
}

/** The name that stands; where the host has a list, only the owner, bots and who has a ticket need not be on it (R1.7). */
function nameOf(room: RoomState, request: SeatRequest): string {
  const { identityId, playerName, isBot } = request;
  const { settings, names, nameList, ownerIdentityId } = room;
  const isFree =
    settings.names !== 'list' || isBot || request.ticket || identityId === ownerIdentityId;
  const isOwn = isBot || isHosts(room, identityId);
  if (isFree && !isOwn && isReserved(playerName)) throw new RoomError('NAME_RESERVED');
  if (isFree) return names.free(playerName);
  const listed = listedName(nameList, playerName);
  if (listed === undefined) throw new RoomError('NAME_NOT_ON_LIST');
  if (names.free(listed) !== listed) throw new RoomError('NAME_TAKEN');
  return listed;
}

/** The lowest slot that has rested, or a new one. */
function freeSlot({ resting, slotCount }: RoomState, now: number): number {
  let free = slotCount;
  for (const [slot, until] of resting) if (until <= now && slot < free) free = slot;
  return free;
}

/** A seat as one connection holds it. A store that lost its last second may give a generation out again. */
export interface HeldSeat {
  slot: number;
  generation: number;
  connectionId: string;
}

/** Marks a seat dropped (R2.2), and frees a bot's; one that another attach has taken since stays. */
export function drop({ slot, generation, connectionId }: HeldSeat): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room, now) {
      const seat = room.seats.get(slot);
      const isHeld = seat?.generation === generation && seat.connectionId === connectionId;
      if (!isHeld) return nothing();
      return done(
        seat.isBot ? leftBy(seat, 'freed', now) : { kind: 'dropped', slot, droppedAt: now },
      );
    },
  };
}

/** A process is gone: its seats are dropped, its projectors forgotten and its rehearsal ended (R12.4). */
export function dropProcess(process: string): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room, now) {
      const isRehearsing = room.settings.rehearsal?.process === process;
      const changes: RoomChange[] = isRehearsing ? rehearsalEnd(room, now) : [];
      for (const { slot, process: held, isBot } of room.seats.values())
        if (held === process && !isBot) changes.push({ kind: 'dropped', slot, droppedAt: now });
      const connectionIds: string[] = [];
      for (const [connectionId, screen] of room.screens)
        if (screen.process === process) connectionIds.push(connectionId);
      if (connectionIds.length > 0) changes.push(removal(room, connectionIds, 'lost', now));
      return done(...changes);
    },
  };
}

/** Gives a seat up (R2.4); one that another attach has taken since stays (R2.3). */
export function leave(held: { slot: number; generation: number }): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room, now) {
      const seat = room.seats.get(held.slot);
      return seat?.generation === held.generation ? exit(room, seat, 'left', now) : nothing();
    },
  };
}

/** Frees the seat of somebody who was away for too long: in the lobby only, and if still away (R2.2). */
export function free(held: { slot: number; generation: number }): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room, now) {
      const seat = room.seats.get(held.slot);
      const isAway = seat?.generation === held.generation && seat.droppedAt !== null;
      return isAway && room.phase.kind === 'lobby' ? exit(room, seat, 'freed', now) : nothing();
    },
  };
}

/**
 * The host frees the seat of somebody who is away, in any phase, and with it the name (R1.7). Refuses with
 * PLAYER_NOT_FOUND, and WRONG_PHASE for who is connected.
 */
export function freeSeat(playerId: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room, now) {
      const seat = seatOfPlayer(room, playerId);
      if (seat.droppedAt === null) throw new RoomError('WRONG_PHASE', 'that player is here');
      return exit(room, seat, 'freed', now);
    },
  };
}

/** Removes and bans a player, for good (R9.1); a bot, which is nobody, only goes. Refuses with PLAYER_NOT_FOUND, and FORBIDDEN for the owner. */
export function kick(playerId: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room, now) {
      const seat = seatOfPlayer(room, playerId);
      if (seat.identityId === room.ownerIdentityId)
        throw new RoomError('FORBIDDEN', 'the owner stays');
      return exit(room, seat, seat.isBot ? 'freed' : 'kicked', now);
    },
  };
}

/**
 * Returns the name that stands: numbered where it is taken (R1.4). `wanted` is what the word filter did not let
 * stand. Refuses with PLAYER_NOT_FOUND, with BLIND while nobody may be told anything (R7.5), and with WRONG_PHASE
 * for a ghost, whose new name would reach the living (R7.1).
 */
export function rename(playerId: string, name: string, wanted?: string): RoomCommand<string> {
  return {
    reads: BOTH,
    decide(room) {
      const seat = seatOfPlayer(room, playerId);
      if (isSilent(room)) throw new RoomError('BLIND');
      if (!isAlive(seat))
        throw new RoomError('WRONG_PHASE', 'ghosts keep their names until the game ends');
      const playerName = room.names.free(name, seat.playerName);
      const { slot } = seat;
      const renamed = { kind: 'renamed', slot, playerName } as const;
      const change = wanted === undefined ? renamed : { ...renamed, wanted };
      return { changes: [change, ...teamOfName(room, seat, playerName)], answer: playerName };
    },
  };
}

function exit(
  room: RoomState,
  seat: Seat,
  reason: LeaveReason,
  now: number,
): ReturnType<typeof done> {
  return done(...leaveSeat(room, seat, reason, now));
}
