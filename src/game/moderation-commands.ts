/** What the host does about what people say (R8.3). */
import type { DeletedMessage } from './chat-log.js';
import { done, type RoomCommand } from './room-command.js';

/** Deletes messages, which whoever asks has found in the chat: the document does not hold it. */
export function deleteMessages(messages: readonly DeletedMessage[]): RoomCommand<void> {
  return { reads: [], decide: () => done({ kind: 'messagesDeleted', messages }) };
}
