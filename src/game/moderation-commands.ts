/** Commands of the host about chat (R8.3, R8.4). */
import { RoomError } from '../protocol/errors.js';
import type { DeletedMessage } from './chat-log.js';
import { done, ROSTER, type RoomCommand } from './room-command.js';
import { seatOfPlayer } from './roles.js';

/** Deletes messages, which whoever asks has found in the chat: the document does not hold it. */
export function deleteMessages(messages: readonly DeletedMessage[]): RoomCommand<void> {
  return { reads: [], decide: () => done({ kind: 'messagesDeleted', messages }) };
}

/** Shows masked messages as they were said (R8.7); which, whoever asks has found in the chat. */
export function unmaskMessages(messages: readonly DeletedMessage[]): RoomCommand<void> {
  return { reads: [], decide: () => done({ kind: 'messagesUnmasked', messages }) };
}

/**
 * Takes the chat away from a person, or gives it back; the identity counts, in whatever seat and by whatever
 * name. Refuses with PLAYER_NOT_FOUND, and FORBIDDEN for the owner.
 */
export function mutePlayer(playerId: string, muted: boolean): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room) {
      const { identityId } = seatOfPlayer(room, playerId);
      if (identityId === room.ownerIdentityId)
        throw new RoomError('FORBIDDEN', 'the owner may always speak');
      return done({ kind: 'muted', playerId, identityId, muted });
    },
  };
}
