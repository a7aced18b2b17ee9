import { isConnected, type Seat } from '../../../game/room-state.js';
import { hasRole } from '../../../game/roles.js';
import type { LocalRoom } from './local-room.js';

type Rooms = readonly Pick<LocalRoom, 'view'>[];

export interface RunningGames {
  rooms: number;
  /** Players who are connected, without bots. */
  people: number;
}

/** How many of these rooms play, and for how many people. */
export function runningGames(rooms: Rooms): RunningGames {
  const playing = rooms.filter(({ view }) => view.state.phase.kind !== 'lobby');
  const isHere = (seat: Seat): boolean => isConnected(seat) && !seat.isBot;
  const people = playing.reduce(
    (sum, { view }) => sum + [...view.state.seats.values()].filter(isHere).length,
    0,
  );
  return { rooms: playing.length, people };
}

/** Whether this person runs one of these rooms that plays. */
export function runsGame(rooms: Rooms, identityId: string): boolean {
  return rooms.some(
    ({ view: { state } }) => state.phase.kind !== 'lobby' && hasRole(state, identityId, 'coHost'),
  );
}
