/** The connections of those who run a room, on whatever process they are. */
import { hasRole } from './roles.js';
import type { RoomState } from './room-state.js';

/** Of the host and of cockpits. */
export function hostConnections({ seats, hostId, screens }: RoomState): string[] {
  const host = [...seats.values()].find(({ playerId }) => playerId === hostId);
  const cockpits = [...screens].filter(([, { isCockpit }]) => isCockpit);
  const held = host?.connectionId ?? null;
  return [...(held === null ? [] : [held]), ...cockpits.map(([connectionId]) => connectionId)];
}

/** Of host and co-hosts, with a seat or in a cockpit. */
export function* helpingConnections(room: RoomState): Iterable<string> {
  const isHelping = (identityId: string): boolean => hasRole(room, identityId, 'coHost');
  for (const { connectionId, identityId } of room.seats.values())
    if (connectionId !== null && isHelping(identityId)) yield connectionId;
  for (const [connectionId, { isCockpit, identityId }] of room.screens)
    if (isCockpit && isHelping(identityId)) yield connectionId;
}
