import type { Break } from '../protocol/events.js';
import type { Transition } from './room-change.js';
import type { RoomState } from './room-state.js';
import { timed, withClock } from './transitions.js';

/** The break that a host asks for. */
export interface BreakRequest {
  message: string;
  minutes: number;
}

/**
 * Hides the game, which is paused from now on or is paused already, until it goes on (R4.12). Refuses with
 * WRONG_PHASE in the lobby.
 */
export function lowerCurtain(
  room: RoomState,
  now: number,
  request: BreakRequest | null,
): Transition {
  const phase = timed(room);
  const { startTime, endTime, pausedAt } = phase.clock;
  return withClock(phase, {
    startTime,
    endTime,
    pausedAt: pausedAt ?? now,
    curtain: { break: request && breakFrom(now, request) },
  });
}

function breakFrom(now: number, { message, minutes }: BreakRequest): Break {
  return { message, endTime: now + minutes * 60_000 };
}
