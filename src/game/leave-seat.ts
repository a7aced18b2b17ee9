import { backFromActing, ownerSeat } from './host.js';
import { leftBy } from './leave-change.js';
import type { LeaveReason, RoomChange } from './room-change.js';
import { helpsNoMore } from './roles.js';
import type { RoomState, Seat } from './room-state.js';

/** The changes when a seat is given up or taken, with the roles that go with it. */
export function leaveSeat(
  room: RoomState,
  seat: Seat,
  reason: LeaveReason,
  now: number,
): RoomChange[] {
  const { playerId, identityId } = seat;
  const changes: RoomChange[] = [leftBy(seat, reason, now)];
  // A player who leaves in another way comes back in the same role.
  if (reason === 'kicked') changes.push(...helpsNoMore(room, identityId));
  if (playerId === room.actingId) changes.push(...backFromActing(room));
  if (playerId === room.hostId) {
    const owner = identityId === room.ownerIdentityId ? undefined : ownerSeat(room);
    changes.push({ kind: 'host', hostId: owner?.playerId ?? '', isHandedOver: false });
  }
  return changes;
}
