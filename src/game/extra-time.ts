/** Extra time, for the whole room or for one player (R6.10). */
import type { DrawnQuestion, RoomState } from './room-state.js';
import { BOTH, done, nothing, type RoomCommand } from './room-command.js';
import { seatOfPlayer } from './roles.js';
import { ticketOf } from './ticket-index.js';

/** The limits of a room with extra time, times this. */
const STRETCH = 3 / 2;

/** The question with the limit that it has in a room with extra time, in whole seconds. */
export function stretched(question: DrawnQuestion): DrawnQuestion {
  const { limitTime, laterTime, walk } = question;
  return {
    ...question,
    limitTime: Math.round(limitTime * STRETCH),
    ...(laterTime !== undefined && { laterTime: Math.round(laterTime * STRETCH) }),
    ...(walk && { walk: { ...walk, seconds: Math.round(walk.seconds * STRETCH) } }),
  };
}

/** Gives a person extra time, or takes it back; the identity counts. Refuses with PLAYER_NOT_FOUND. */
export function setExtraTime(playerId: string, extra: boolean): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room) {
      const { identityId } = seatOfPlayer(room, playerId);
      if (hasExtraTime(room, { identityId }) === extra) return nothing();
      return done({ kind: 'extraTime', playerId, identityId, extra });
    },
  };
}

type ExtraTimed = Pick<RoomState, 'extraTimed' | 'tickets'>;

/** Whether a person has extra time: as a host has said, else as their ticket says (R28.3). */
export function hasExtraTime(room: ExtraTimed, { identityId }: { identityId: string }): boolean {
  const byHand = room.extraTimed.find(([one]) => one === identityId);
  return byHand === undefined ? ticketOf(room, identityId)?.extra === true : byHand[1];
}

/** Whether anybody may have extra time of their own; where not, nobody has to be asked about. */
export function mayAnybodyHaveExtra({ extraTimed, tickets }: ExtraTimed): boolean {
  return extraTimed.length > 0 || tickets !== null;
}
