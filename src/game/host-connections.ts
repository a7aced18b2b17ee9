/** The connections of those who run a room, on whatever process they are. */
import { hasRole } from './roles.js';
import { seatOfIdentity, type RoomState } from './room-state.js';

/** The connections of the host and of cockpits. */
export function hostConnections({ seats, hostId, screens }: RoomState): string[] {
  const host = [...seats.values()].find(({ playerId }) => playerId === hostId);
  const cockpits = [...screens].filter(([, { isCockpit }]) => isCockpit);
  const held = host?.connectionId ?? null;
  return [...(held === null ? [] : [held]), ...cockpits.map(([connectionId]) => connectionId)];
}

/** The connections of host and co-hosts, with a seat or in a cockpit. */
export function* helpingConnections(room: RoomState): Iterable<string> {
  const isHelping = (identityId: string): boolean => hasRole(room, identityId, 'coHost');
  const { coHosts, linked } = room.helpers;
  const host = [...room.seats.values()].find(({ playerId }) => playerId === room.hostId);
  // Nobody else can have the role, and a room may have thousands of seats.
  for (const identityId of new Set([
    room.ownerIdentityId,
    host?.identityId,
    ...coHosts,
    ...linked,
  ])) {
    const seat = identityId === undefined ? undefined : seatOfIdentity(room, identityId);
    const held = seat?.connectionId ?? null;
    if (seat !== undefined && held !== null && isHelping(seat.identityId)) yield held;
  }
  for (const [connectionId, { isCockpit, identityId }] of room.screens)
    if (isCockpit && isHelping(identityId)) yield connectionId;
}
