import { RoomError } from '../protocol/errors.js';
import { CROWD_RESULTS, MOST_IN_HALL } from '../protocol/limits.js';
import type { RoomOptions } from '../protocol/room-options.js';
import type { ResultsPayload } from '../protocol/scores.js';

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

export function best<Row extends { rank: number }>(rows: readonly Row[], most: number): Row[] {
  return rows.toSorted((a, b) => a.rank - b.rank).slice(0, most);
}

/** The table after a game as everybody in a big room is told it: the best, and how many there are in all (R23.5). */
export function bestOfTable(table: ResultsPayload): ResultsPayload {
  const { results } = table;
  return { ...table, results: best(results, CROWD_RESULTS), ranked: results.length };
}
