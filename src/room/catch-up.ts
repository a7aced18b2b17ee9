/** What a copy of a room has missed, as the changes that the channel would have brought. */
import { isAlive } from '../game/room-state.js';
import type { RoomSnapshot } from '../store/contract.js';
import type { LeaveReason, RoomChange } from '../store/facts.js';
import type { RoomView } from '../batch/room-view.js';

/**
 * Changes that lead from the copy to the snapshot; the players hear them as they hear facts. A store that
 * lost facts gives slots, serials and epochs out again, so who sits there and on which connection is told
 * apart by ids that are never the same.
 */
export function missedChanges(view: RoomView, { state, chat }: RoomSnapshot): RoomChange[] {
  const changes: RoomChange[] = [];
  const seats = new Map(state.seats.map((seat) => [seat.slot, seat]));
  for (const [slot, { playerId }] of view.seats)
    if (seats.get(slot)?.playerId !== playerId)
      changes.push({ kind: 'left', slot, playerId, reason: reasonOf(playerId, state.kicked) });

  for (const seat of state.seats) {
    const known = view.seats.get(seat.slot);
    const { slot, epoch, connectionId, droppedAt, playerName } = seat;
    if (known?.playerId !== seat.playerId) {
      changes.push({ kind: 'seated', seat });
      continue;
    }
    if (known.playerName !== playerName) changes.push({ kind: 'renamed', slot, playerName });
    const isHeld = known.epoch === epoch && known.connectionId === connectionId;
    if (connectionId !== null && !isHeld)
      changes.push({ kind: 'attached', slot, epoch, connectionId });
    if (droppedAt !== null && known.droppedAt === null)
      changes.push({ kind: 'dropped', slot, droppedAt });
  }

  if (view.hostId !== state.hostId) changes.push({ kind: 'host', hostId: state.hostId });
  const options = { ...state.options, isLocked: state.isLocked };
  if (differ(view.options, options)) changes.push({ kind: 'options', options });
  if (differ(view.quizSet, state.quizSet))
    changes.push({ kind: 'quizSet', quizSet: state.quizSet });
  if (differ(view.screen, state.screen)) changes.push({ kind: 'screen', screen: state.screen });
  if (view.isMuted !== state.isMuted) changes.push({ kind: 'muted', muted: state.isMuted });

  const seen = view.chat.lastGhostId();
  const chats = chat.filter(({ ghostId }) => ghostId > seen);
  const moves = state.seats
    .filter(({ slot, position }) => differ(view.seats.get(slot)?.position, position))
    .map(({ slot, position }) => ({ slot, position }));
  if (moves.length + chats.length > 0) changes.push({ kind: 'shared', moves, chats });

  if (differ(view.phase, state.phase) || livesDiffer(view, seats)) {
    const seatMarks = state.seats.map(({ slot, serial, score, fellAt }) => {
      return { slot, serial, score, fellAt };
    });
    changes.push({ kind: 'phase', phase: state.phase, seatMarks, everyone: null });
  }
  return changes;
}

function reasonOf(playerId: string, kicked: readonly string[]): LeaveReason {
  return kicked.includes(playerId) ? 'kicked' : 'freed';
}

function livesDiffer(view: RoomView, seats: ReadonlyMap<number, { fellAt: unknown }>): boolean {
  for (const seat of view.seats.values()) {
    const now = seats.get(seat.slot);
    if (now !== undefined && isAlive(seat) !== (now.fellAt === null)) return true;
  }
  return false;
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
