import type { LeaveReason, RoomChange } from './room-change.js';
import type { Seat } from './room-state.js';

/** How long a freed slot rests, so that a late move cannot steer its next owner, in ms. */
export const SLOT_REST_MS = 10_000;

/** Somebody's seat is given up, or taken away. */
export function leftBy(
  { slot, playerId, identityId }: Seat,
  reason: LeaveReason,
  now: number,
): RoomChange {
  const restsUntil = now + SLOT_REST_MS;
  return { kind: 'left', slot, playerId, identityId, reason, at: now, restsUntil };
}
