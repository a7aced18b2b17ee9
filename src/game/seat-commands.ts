/** Who sits down, drops, leaves and is called what (R1.3, R1.4, R2, R3.2, R7.3, R9.1). */
import { RoomError } from '../protocol/errors.js';
import { backFromActing, comesWith, ownerSeat } from './host.js';
import { nextQuestionIndex } from './phase.js';
import { BOTH, done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import type { LeaveReason, RoomChange } from './room-change.js';
import { helpsNoMore, isHosts, seatOfPlayer } from './roles.js';
import { isAlive, seatOfIdentity, type RoomState, type Seat } from './room-state.js';
import { removal } from './screen-commands.js';
import type { Position } from './zones.js';

/** How long a freed slot rests, so that a late move cannot steer its next owner, in ms. */
export const SLOT_REST_MS = 10_000;

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
  position: Position;
  /** Whether the store has no memory for new seats. */
  isStoreFull: boolean;
}

export interface SeatGrant {
  seat: Seat;
  resumed: boolean;
  /** The other connection that held the seat until now and has to go (R2.3). */
  replaced: string | null;
  /** Whether the host role came back with it (R3.2). */
  becameHost: boolean;
}

/**
 * Seats an identity, or brings it back to its seat (R1.3, R2.2, R2.3). Refuses with KICKED, ROOM_LOCKED,
 * ROOM_FULL, STORE_AWAY.
 */
export function sit(request: SeatRequest): RoomCommand<SeatGrant> {
  return {
    reads: BOTH,
    decide(room, now) {
      const { identityId, connectionId, process } = request;
      if (room.banned.has(identityId)) throw new RoomError('KICKED');
      const known = seatOfIdentity(room, identityId);
      const generation = room.generation + 1;
      const seat: Seat =
        known === undefined
          ? newSeat(room, request, now)
          : { ...known, generation, connectionId, process, droppedAt: null };
      const { slot } = seat;
      const changes: RoomChange[] = [
        known === undefined
          ? { kind: 'seated', seat, address: request.address }
          : { kind: 'attached', slot, generation, connectionId, process },
      ];
      const becameHost = comesWith(seat, room);
      if (becameHost) changes.push({ kind: 'host', hostId: seat.playerId, isHandedOver: false });
      if (isHosts(room, identityId)) changes.push(...backFromActing(room));
      // A connection that asks again, as the answer got lost, does not replace itself.
      const held = known?.connectionId ?? null;
      const replaced = held === connectionId ? null : held;
      return { changes, answer: { seat, resumed: known !== undefined, replaced, becameHost } };
    },
  };
}

function newSeat(room: RoomState, request: SeatRequest, now: number): Seat {
  const { identityId, connectionId, process, playerId, position } = request;
  const { settings, phase } = room;
  if (request.isStoreFull) throw new RoomError('STORE_AWAY', 'the store is full');
  if (settings.isLocked) throw new RoomError('ROOM_LOCKED');
  if (room.seats.size >= settings.maxPlayerCount) throw new RoomError('ROOM_FULL');
  // Who comes into a running game of survival watches it as a ghost.
  const watches = phase.kind !== 'lobby' && settings.gameMode === 'SURVIVAL';
  return {
    slot: freeSlot(room, now),
    identityId,
    playerId,
    playerName: room.names.free(request.playerName),
    position,
    joinedAt: now,
    generation: room.generation + 1,
    connectionId,
    process,
    droppedAt: null,
    joinedGame: room.tally.game,
    score: 0,
    fellAt: watches ? position : null,
    playsFrom: nextQuestionIndex(phase),
  };
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

/** Marks a seat dropped (R2.2); one that another attach has taken since stays. */
export function drop({ slot, generation, connectionId }: HeldSeat): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room, now) {
      const seat = room.seats.get(slot);
      const isHeld = seat?.generation === generation && seat.connectionId === connectionId;
      return isHeld ? done({ kind: 'dropped', slot, droppedAt: now }) : nothing();
    },
  };
}

/** A process is gone: its seats are dropped and its projectors forgotten. */
export function dropProcess(process: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room, now) {
      const changes: RoomChange[] = [];
      for (const { slot, process: held } of room.seats.values())
        if (held === process) changes.push({ kind: 'dropped', slot, droppedAt: now });
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

/** Removes and bans a player, for good (R9.1). Refuses with PLAYER_NOT_FOUND, and FORBIDDEN for the owner. */
export function kick(playerId: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room, now) {
      const seat = seatOfPlayer(room, playerId);
      if (seat.identityId === room.ownerIdentityId)
        throw new RoomError('FORBIDDEN', 'the owner stays');
      return exit(room, seat, 'kicked', now);
    },
  };
}

/**
 * Returns the name that stands: numbered where the wanted one is taken (R1.4). Refuses with
 * PLAYER_NOT_FOUND, and with WRONG_PHASE for a ghost, whose new name would reach the living (R7.1).
 */
export function rename(playerId: string, wanted: string): RoomCommand<string> {
  return {
    reads: BOTH,
    decide(room) {
      const seat = seatOfPlayer(room, playerId);
      if (!isAlive(seat))
        throw new RoomError('WRONG_PHASE', 'ghosts keep their names until the game ends');
      const playerName = room.names.free(wanted, seat.playerName);
      const { slot } = seat;
      return { changes: [{ kind: 'renamed', slot, playerName }], answer: playerName };
    },
  };
}

function exit(
  room: RoomState,
  seat: Seat,
  reason: LeaveReason,
  now: number,
): ReturnType<typeof done> {
  const { slot, playerId, identityId } = seat;
  const restsUntil = now + SLOT_REST_MS;
  const who = { slot, playerId, identityId };
  const changes: RoomChange[] = [{ kind: 'left', ...who, reason, at: now, restsUntil }];
  // Who leaves in another way comes back in the same role.
  if (reason === 'kicked') changes.push(...helpsNoMore(room, identityId));
  if (playerId === room.actingId) changes.push(...backFromActing(room));
  if (playerId === room.hostId) {
    const owner = identityId === room.ownerIdentityId ? undefined : ownerSeat(room);
    changes.push({ kind: 'host', hostId: owner?.playerId ?? '', isHandedOver: false });
  }
  return done(...changes);
}
