/** Whose the host role is, and who stands in (R3.2). The owner, who opened the room, can always have it back. */
import { RoomError } from '../protocol/errors.js';
import type { RoomChange } from './room-change.js';
import { BOTH, done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import { hasRole, isHosts, seatOfPlayer } from './roles.js';
import { isAlive, isConnected, seatOfIdentity, type RoomState, type Seat } from './room-state.js';

/** Whether the role comes to somebody who sits down or comes back: to the owner, who has not given it away. */
export function comesWith(
  { playerId, identityId }: Pick<Seat, 'playerId' | 'identityId'>,
  {
    hostId,
    ownerIdentityId,
    isHandedOver,
  }: Pick<RoomState, 'hostId' | 'ownerIdentityId' | 'isHandedOver'>,
): boolean {
  return hostId !== playerId && identityId === ownerIdentityId && !isHandedOver;
}

export function ownerSeat(room: RoomState): Seat | undefined {
  return seatOfIdentity(room, room.ownerIdentityId);
}

/** Since when none of those whom a room waits for is there, store epoch ms; null where somebody is. */
export function hostsAwaySince(room: RoomState): number | null {
  if (hasCockpit(room)) return null;
  let since = room.cockpitLeftAt;
  for (const { identityId, droppedAt } of room.seats.values()) {
    if (!isHosts(room, identityId)) continue;
    if (droppedAt === null) return null;
    since = Math.max(since, droppedAt);
  }
  return since;
}

/** Whether one of those who run the room is there without a seat; `identityId` asks for one of them. */
export function hasCockpit(room: RoomState, identityId?: string): boolean {
  for (const screen of room.screens.values()) {
    const isAsked = identityId === undefined || screen.identityId === identityId;
    if (screen.isCockpit && isAsked && isHosts(room, screen.identityId)) return true;
  }
  return false;
}

/**
 * Finds who stands in while the hosts are away: the connected and living player who has been in the room longest
 * (R3.2). Somebody who stands in already goes on.
 */
export function standInOf({ settings, seats, actingId }: RoomState): Seat | undefined {
  let oldest: Seat | undefined;
  if (!settings.actingHost) return undefined;
  for (const seat of seats.values()) {
    if (!isConnected(seat) || !isAlive(seat) || seat.isBot) continue;
    if (seat.playerId === actingId) return seat;
    const isOlder =
      oldest === undefined ||
      seat.joinedAt < oldest.joinedAt ||
      (seat.joinedAt === oldest.joinedAt && seat.slot < oldest.slot);
    if (isOlder) oldest = seat;
  }
  return oldest;
}

/** Nobody has to stand in any more. */
export function backFromActing({ actingId }: Pick<RoomState, 'actingId'>): RoomChange[] {
  return actingId === '' ? [] : [{ kind: 'acting', actingId: '' }];
}

/** An acting host who has become a ghost gives way to the next, in a room as a change has left it. */
export function standInAfterFall(room: RoomState): RoomChange[] {
  const acting = [...room.seats.values()].find(({ playerId }) => playerId === room.actingId);
  if (acting === undefined || isAlive(acting)) return [];
  return [{ kind: 'acting', actingId: standInOf(room)?.playerId ?? '' }];
}

/** Lets the next one stand in for the hosts; nobody where one of them is there. */
export const standIn: RoomCommand<void> = {
  reads: BOTH,
  decide(room) {
    const actingId = (hostsAwaySince(room) === null ? undefined : standInOf(room))?.playerId ?? '';
    return actingId === room.actingId ? nothing() : done({ kind: 'acting', actingId });
  },
};

/**
 * The host, or the owner, gives the role to another player; `by` is an identity. Refuses with NOT_HOST, BAD_REQUEST, PLAYER_NOT_FOUND,
 * WRONG_PHASE.
 */
export function handOver(by: string, to: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room) {
      if (!hasRole(room, by, 'host')) throw new RoomError('NOT_HOST');
      const seat = seatOfPlayer(room, to);
      if (seat.identityId === by) throw new RoomError('BAD_REQUEST', 'that is you');
      if (!isConnected(seat)) throw new RoomError('WRONG_PHASE', 'that player is away');
      const isHandedOver = seat.identityId !== room.ownerIdentityId;
      return done({ kind: 'host', hostId: to, isHandedOver });
    },
  };
}

/** The owner takes the role back, unless it has it. Refuses with FORBIDDEN for any other identity. */
export function takeBack(by: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room) {
      if (by !== room.ownerIdentityId)
        throw new RoomError('FORBIDDEN', 'only who opened the room takes the role back');
      const hostId = seatOfIdentity(room, by)?.playerId ?? '';
      if (room.hostId === hostId) return nothing();
      return done({ kind: 'host', hostId, isHandedOver: false });
    },
  };
}

/** Whether the owner is there and has the role back from who is away, or gone (R3.2). */
export function fallsBack(room: RoomState): boolean {
  const own = ownerSeat(room);
  const host = [...room.seats.values()].find(({ playerId }) => playerId === room.hostId);
  const isAway = host === undefined || !isConnected(host);
  const isHere = (own !== undefined && isConnected(own)) || hasCockpit(room, room.ownerIdentityId);
  return room.hostId !== (own?.playerId ?? '') && isAway && isHere;
}

/** The owner has the role back from `from`, who is away or gone; who is back meanwhile keeps it (R3.2). */
export function fallBack(from: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room) {
      if (room.hostId !== from || !fallsBack(room)) return nothing();
      const hostId = ownerSeat(room)?.playerId ?? '';
      return done({ kind: 'host', hostId, isHandedOver: false });
    },
  };
}
