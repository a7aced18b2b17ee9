import type { RoomState } from '../room/room-state.svelte.js';

/** As the server has them (R14.2): who began, and how many have to be left for ghosts to come back, and live then. */
const EMPTY_SHARE = 1 / 5;
const EMPTY_COUNT = 3;
const FULL_SHARE = 2 / 5;
const LEAST_LEFT = 4;

/**
 * How many places somebody who has fallen is away from those who come back, at least: 0 for one of them, none before
 * the first answer as a ghost. Undefined where nobody comes back any more, and for who never lived.
 */
export function ghostHope(
  room: Pick<RoomState, 'options' | 'phase' | 'hasRevived' | 'begun' | 'ownLeague' | 'hasLived'>,
): { toGo?: number } | undefined {
  const { options, phase, hasRevived, begun, ownLeague, hasLived } = room;
  if (options?.revival !== true || phase === null || hasRevived || !hasLived) return undefined;
  // The reveal of the question that stands is the last at which they may.
  if (phase.count - phase.index - 1 < LEAST_LEFT) return undefined;
  const living = Math.max(Math.floor(begun * EMPTY_SHARE), EMPTY_COUNT);
  const places = Math.floor(begun * FULL_SHARE) - living;
  if (places <= 0) return undefined;
  return ownLeague === undefined ? {} : { toGo: Math.max(0, ownLeague.rank - places) };
}
