import { RoomError } from '../protocol/errors.js';
import { MOST_IN_HALL } from '../protocol/limits.js';
import type { RoomOptions } from '../protocol/events.js';

/** Whether everybody in the room is told of the crowd, and of those near by name only (R23). */
export function isBig({ maxPlayerCount }: Pick<RoomOptions, 'maxPlayerCount'>): boolean {
  return maxPlayerCount > MOST_IN_HALL;
}

/** Throws ROOM_TOO_BIG_FOR_FORMAT for clients that do not know what big rooms tell. */
export function checkFormat(
  options: Pick<RoomOptions, 'maxPlayerCount'>,
  readsBigRooms: boolean | undefined,
): void {
  if (isBig(options) && !readsBigRooms)
    throw new RoomError('ROOM_TOO_BIG_FOR_FORMAT', 'connect with the format compact2');
}
