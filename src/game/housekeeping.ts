/** The slow clocks of a room: who lost seat or role by absence, and when a room ends (R1.6, R2.2, R3.2). */
import { heirOf } from './host.js';
import { isConnected, type RoomState, type Seat } from './room-state.js';

export interface GraceTimes {
  /** A dropped player's seat in the lobby. */
  seatGraceMs: number;
  hostGraceMs: number;
  emptyRoomMs: number;
  idleRoomMs: number;
  pausedRoomMs: number;
}

export type HousekeepingTask =
  | { kind: 'close'; reason: 'empty' | 'idle' | 'paused' }
  | { kind: 'free'; seat: Seat }
  | { kind: 'inherit'; to: Seat };

/** What is due now, and when to look again (store epoch ms). */
export function housekeepingFor(
  room: RoomState,
  now: number,
  times: GraceTimes,
): { tasks: HousekeepingTask[]; nextAt: number } {
  const ends = roomEnd(room, times);
  if (ends.at <= now) return { tasks: [{ kind: 'close', reason: ends.reason }], nextAt: now };

  const tasks: HousekeepingTask[] = [];
  let nextAt = ends.at;
  const whenDue = (at: number, act: () => void): void => {
    if (at <= now) act();
    else nextAt = Math.min(nextAt, at);
  };

  if (room.phase.kind === 'lobby')
    for (const seat of room.seats)
      if (seat.droppedAt !== null)
        whenDue(seat.droppedAt + times.seatGraceMs, () => tasks.push({ kind: 'free', seat }));

  const heir = heirOf(room.seats, room.ownerIdentityId);
  const host = room.seats.find((seat) => seat.playerId === room.hostId);
  if (heir !== undefined && (host === undefined || host.droppedAt !== null))
    whenDue(host?.droppedAt == null ? now : host.droppedAt + times.hostGraceMs, () =>
      tasks.push({ kind: 'inherit', to: heir }),
    );

  return { tasks, nextAt };
}

function roomEnd(
  room: RoomState,
  times: GraceTimes,
): { at: number; reason: 'empty' | 'idle' | 'paused' } {
  if (!room.seats.some(isConnected))
    return { at: room.lastPresentAt + times.emptyRoomMs, reason: 'empty' };
  if (room.phase.kind === 'lobby')
    return { at: room.lastActivityAt + times.idleRoomMs, reason: 'idle' };
  // A running game is activity; only a paused one can be forgotten.
  const { pausedAt } = room.phase.clock;
  return { at: (pausedAt ?? Infinity) + times.pausedRoomMs, reason: 'paused' };
}
