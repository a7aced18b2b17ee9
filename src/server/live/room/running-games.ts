import { hasRole } from '../../../game/roles.js';
import { isConnected, type RoomState } from '../../../game/room-state.js';
import type { LocalRoom } from './local-room.js';

/** Gives `RoomsInUse` of this process. */
export const ROOMS_IN_USE = Symbol('ROOMS_IN_USE');

/** Rooms that play or in which somebody is connected, for who is about to end them. */
export interface RoomsInUse {
  rooms: number;
  /** People who are connected; no bots. */
  people: number;
  hasGame: boolean;
}

type Rooms = readonly Pick<LocalRoom, 'view'>[];

export function roomsInUse(rooms: Rooms): RoomsInUse {
  const used = rooms
    .map(({ view: { state } }) => ({
      people: peopleIn(state),
      plays: state.phase.kind !== 'lobby',
    }))
    .filter(({ people, plays }) => plays || people > 0);
  return {
    rooms: used.length,
    people: used.reduce((sum, { people }) => sum + people, 0),
    hasGame: used.some(({ plays }) => plays),
  };
}

function peopleIn({ seats }: RoomState): number {
  return [...seats.values()].filter((seat) => isConnected(seat) && !seat.isBot).length;
}

/** Whether this person runs one of these rooms that plays. */
export function runsGame(rooms: Rooms, identityId: string): boolean {
  return rooms.some(
    ({ view: { state } }) => state.phase.kind !== 'lobby' && hasRole(state, identityId, 'coHost'),
  );
}
