import { hasRole } from '../../../game/roles.js';
import type { LocalRoom } from './local-room.js';

type Rooms = readonly Pick<LocalRoom, 'view'>[];

/** Whether any of these rooms plays. */
export function hasGame(rooms: Rooms): boolean {
  return rooms.some(({ view }) => view.state.phase.kind !== 'lobby');
}

/** Whether this person runs one of these rooms that plays. */
export function runsGame(rooms: Rooms, identityId: string): boolean {
  return rooms.some(
    ({ view: { state } }) => state.phase.kind !== 'lobby' && hasRole(state, identityId, 'coHost'),
  );
}
