/** Informed people: they are told secrets before the bell, and cannot play any more in that game (R4.2). */
import { MAX_INFORMED } from '../protocol/limits.js';
import { isPlayed, isRound } from './programme.js';
import { isHosts } from './roles.js';
import type { RoomState } from './room-state.js';
import { isToCome } from './shared/coming-items.js';

/** Whether secrets are told now: from the first item of an evening, or the start of its game, to the end. */
export function tellsSecrets({
  phase,
  programme,
  tally,
}: Pick<RoomState, 'phase' | 'programme' | 'tally'>): boolean {
  if (phase.kind !== 'lobby') return true;
  if (programme === null || programme.at < 0) return false;
  return phase.results === null || !isPlayed({ phase, programme, tally });
}

/** The same people, and those without a seat who are in a cockpit now. */
export function informedNow(room: RoomState): readonly string[] {
  const informed = new Set(room.informed);
  for (const { identityId, isCockpit } of room.screens.values())
    if (isCockpit && !room.slots.has(identityId) && isHosts(room, identityId))
      informed.add(identityId);
  return [...informed].slice(0, MAX_INFORMED);
}

/** Connections of cockpits that are told: of people whom the room has noted, and who have no seat. */
export function informedCockpits(room: RoomState): string[] {
  return cockpitsOf(room, (identityId) => room.informed.includes(identityId));
}

/**
 * Connections of cockpits that are told the whole programme: the informed ones, and where the end of the last round
 * was shown, all of who has no seat. Nothing is asked any more, and the host still has items to show.
 */
export function programmeCockpits(room: RoomState): string[] {
  return showsTheRest(room) ? cockpitsOf(room, () => true) : informedCockpits(room);
}

/** Whether the game is over, and no round of the programme is left. */
export function showsTheRest({
  phase,
  programme,
}: Pick<RoomState, 'phase' | 'programme'>): boolean {
  if (phase.kind !== 'lobby' || phase.results === null || programme === null) return false;
  return !programme.items.some((item) => isRound(item) && isToCome(item));
}

function cockpitsOf(room: RoomState, isTold: (identityId: string) => boolean): string[] {
  return [...room.screens].flatMap(([connectionId, { identityId, isCockpit }]) =>
    isCockpit && !room.slots.has(identityId) && isHosts(room, identityId) && isTold(identityId)
      ? connectionId
      : [],
  );
}
