/** Whose the host role is (R3). The owner, who opened the room, can always have it back. */
import { RoomError } from '../protocol/errors.js';
import { isConnected, type RoomState, type Seat } from './room-state.js';

/** The role goes from one player to another. */
export interface HostChange {
  from: string;
  /** Has to be connected. */
  to: string;
  /** Whether the owner, who gave the role away, gets it back on request only. */
  isHandedOver: boolean;
  /** Only while `from` is not connected: who is back meanwhile keeps the role. */
  ifAway: boolean;
}

/** Who becomes host when the host is gone: the owner, else the longest-present connected player (R3.2). */
export function heirOf(seats: Iterable<Seat>, ownerIdentityId: string): Seat | undefined {
  let heir: Seat | undefined;
  for (const seat of seats) {
    if (!isConnected(seat)) continue;
    if (seat.identityId === ownerIdentityId) return seat;
    if (heir === undefined || seat.joinedAt < heir.joinedAt) heir = seat;
  }
  return heir;
}

/** Whether the role comes to somebody who sits down or comes back: where there is no host, and to the owner. */
export function comesWith(
  { playerId, identityId }: Pick<Seat, 'playerId' | 'identityId'>,
  { hostId, ownerIdentityId, isHandedOver }: Omit<RoomState, 'seats'>,
): boolean {
  if (hostId === '') return true;
  return hostId !== playerId && identityId === ownerIdentityId && !isHandedOver;
}

/** The host gives the role to another player. Throws NOT_HOST, BAD_REQUEST, PLAYER_NOT_FOUND, WRONG_PHASE. */
export function handOver(room: RoomState, from: string, to: string): HostChange {
  const { seats, hostId, ownerIdentityId } = room;
  if (hostId !== from) throw new RoomError('NOT_HOST');
  if (from === to) throw new RoomError('BAD_REQUEST', 'that is you');
  const seat = seats.find(({ playerId }) => playerId === to);
  if (seat === undefined) throw new RoomError('PLAYER_NOT_FOUND');
  if (!isConnected(seat)) throw new RoomError('WRONG_PHASE', 'that player is away');
  const owner = seats.find(({ identityId }) => identityId === ownerIdentityId);
  // What the owner lost by absence is not the one's to give away for good who stands in.
  const isGiven = owner?.playerId === from || room.isHandedOver;
  return { from, to, isHandedOver: isGiven && owner?.playerId !== to, ifAway: false };
}

/** The owner takes the role back, unless it has it. Throws FORBIDDEN for anybody else. */
export function takeBack(room: RoomState, to: string): HostChange | undefined {
  const seat = room.seats.find(({ playerId }) => playerId === to);
  if (seat?.identityId !== room.ownerIdentityId)
    throw new RoomError('FORBIDDEN', 'only who opened the room takes the role back');
  return room.hostId === to
    ? undefined
    : { from: room.hostId, to, isHandedOver: false, ifAway: false };
}
