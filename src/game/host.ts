/** Whose the host role is (R3). The owner, who opened the room, can always have it back. */
import { RoomError } from '../protocol/errors.js';
import { done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import { hasRole, seatOfPlayer } from './roles.js';
import { isConnected, seatOfIdentity, type RoomState, type Seat } from './room-state.js';

/** Who becomes host when the host is gone: the owner, else the longest-present connected player (R3.2). */
export function heirOf(seats: Iterable<Seat>, ownerIdentityId: string): Seat | undefined {
  let heir: Seat | undefined;
  for (const seat of seats) {
    if (!isConnected(seat)) continue;
    if (seat.identityId === ownerIdentityId) return seat;
    const isOlder =
      heir === undefined ||
      seat.joinedAt < heir.joinedAt ||
      (seat.joinedAt === heir.joinedAt && seat.slot < heir.slot);
    if (isOlder) heir = seat;
  }
  return heir;
}

/** Whether the role comes to somebody who sits down or comes back: where there is no host, and to the owner. */
export function comesWith(
  { playerId, identityId }: Pick<Seat, 'playerId' | 'identityId'>,
  {
    hostId,
    ownerIdentityId,
    isHandedOver,
  }: Pick<RoomState, 'hostId' | 'ownerIdentityId' | 'isHandedOver'>,
): boolean {
  if (hostId === '') return true;
  return hostId !== playerId && identityId === ownerIdentityId && !isHandedOver;
}

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

/** The heir becomes host in place of `from`, who is away or gone; who is back meanwhile keeps the role (R3.2). */
export function inherit(from: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room) {
      const seats = [...room.seats.values()];
      const host = seats.find(({ playerId }) => playerId === from);
      const heir = heirOf(seats, room.ownerIdentityId);
      const isBack = host !== undefined && isConnected(host);
      if (room.hostId !== from || isBack || heir === undefined) return nothing();
      return done({ kind: 'host', hostId: heir.playerId, isHandedOver: false });
    },
  };
}
