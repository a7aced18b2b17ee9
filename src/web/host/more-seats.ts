import { MOST_IN_HALL } from '../../protocol/limits.js';

/**
 * How many seats a room has when its host makes room: for all who were turned away and a fifth more, in tens. At most
 * `most`, and a hall stays a hall (R23.1). Undefined where there is no room to make.
 */
export function moreSeats(seats: number, turnedAway: number, most: number): number | undefined {
  const wanted = Math.ceil((seats + Math.max(turnedAway * 1.2, 1)) / 10) * 10;
  const more = Math.min(wanted, seats > MOST_IN_HALL ? most : Math.min(most, MOST_IN_HALL));
  return more > seats ? more : undefined;
}
