/** Extra time, for the whole room or for one player (R6.10). */
import type { DrawnQuestion, RoomState } from './room-state.js';
import { done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import { seatOfPlayer } from './roles.js';

/** The limits of a room with extra time, times this. */
const STRETCH = 3 / 2;

/** The question with the limit that it has in a room with extra time, in whole seconds. */
export function stretched(question: DrawnQuestion): DrawnQuestion {
  const { limitTime, walk } = question;
  return {
    ...question,
    limitTime: Math.round(limitTime * STRETCH),
    ...(walk && { walk: { ...walk, seconds: Math.round(walk.seconds * STRETCH) } }),
  };
}

/** The time that counts, in ms, for a player with or without extra time. */
export function countedMs(ms: number, hasExtra: boolean): number {
  return hasExtra ? Math.floor((2 * ms) / 3) : ms;
}

/** Gives a person extra time, or takes it back; the identity counts. Refuses with PLAYER_NOT_FOUND. */
export function setExtraTime(playerId: string, extra: boolean): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room) {
      const { identityId } = seatOfPlayer(room, playerId);
      if (hasExtraTime(room, { identityId }) === extra) return nothing();
      return done({ kind: 'extraTime', playerId, identityId, extra });
    },
  };
}

export function hasExtraTime(
  { extraTimed }: Pick<RoomState, 'extraTimed'>,
  { identityId }: { identityId: string },
): boolean {
  return extraTimed.includes(identityId);
}
