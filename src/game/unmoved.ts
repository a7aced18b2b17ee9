/** Seats of people who do nothing: who is removed at once by the host (R3.7), and who gives way (R1.3). */
import { leaveSeat } from './leave-seat.js';
import { done, BOTH, type RoomCommand } from './room-command.js';
import type { RoomChange } from './room-change.js';
import { isHosts } from './roles.js';
import type { RoomState, Seat } from './room-state.js';
import { ticketOf } from './ticket-index.js';
import type { Removal } from '../protocol/door.js';

/** Who came this long ago at most is removed as one of the last minute, in ms. */
export const LAST_MINUTE_MS = 60_000;
/** Who is away for so long without ever having moved gives way in a full room, in ms. */
export const GIVES_WAY_MS = 20_000;

/** Whether somebody has ever left the place at which they appeared. */
function hasMoved({ start, position }: Pick<Seat, 'start' | 'position'>): boolean {
  return start[0] !== position[0] || start[1] !== position[1];
}

/** Returns the seats that a removal frees: never those of people who run the room, nor bots, whose rehearsal ends by itself. */
export function seatsOfRemoval(room: RoomState, removal: Removal, now: number): Seat[] {
  return [...room.seats.values()].filter(
    (seat) =>
      !seat.isBot &&
      !isHosts(room, seat.identityId) &&
      (removal === 'unmoved' ? !hasMoved(seat) : now - seat.joinedAt <= LAST_MINUTE_MS),
  );
}

/** Removes them all and bans nobody: among those who never moved are people who have only just come. */
export function removeAll(removal: Removal): RoomCommand<number> {
  return {
    reads: BOTH,
    decide(room, now) {
      const seats = seatsOfRemoval(room, removal, now);
      const changes: RoomChange[] = seats.flatMap((seat) => leaveSeat(room, seat, 'removed', now));
      return { ...done(...changes), answer: seats.length };
    },
  };
}

/** The seat that makes way in a full room: nobody is there, and nobody ever did anything in it; of several the one left first. */
export function seatToGiveWay(room: RoomState, now: number): Seat | undefined {
  let first: Seat | undefined;
  for (const seat of room.seats.values()) {
    const { droppedAt, score, isBot, identityId } = seat;
    if (droppedAt === null || score > 0) continue;
    // Nobody could come back while the server was away.
    if (now - Math.max(droppedAt, room.restoredAt) < GIVES_WAY_MS) continue;
    if (isBot || hasMoved(seat) || isHosts(room, identityId)) continue;
    // Nor does a ticket, which always has a seat (R28.4).
    if (ticketOf(room, identityId) !== undefined) continue;
    if (droppedAt < (first?.droppedAt ?? Infinity)) first = seat;
  }
  return first;
}
