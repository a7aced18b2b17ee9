import type { UnmaskedMessage } from '../protocol/moderation.js';
import type { Audience, ChatLog, DeletedMessage } from './chat-log.js';

/**
 * Messages that the host shows as they were said (R8.7), as an audience is told of them. The living are told nothing of
 * what ghosts said, nor, where there are ghosts, the ids by which these know a message (R7.1).
 */
export function unmaskedPayload(
  chat: ChatLog,
  messages: readonly DeletedMessage[],
  audience: Audience,
  hasGhosts: boolean,
): { messages: UnmaskedMessage[] } {
  const isGhost = audience === 'ghosts';
  return {
    messages: messages.flatMap(({ ghostId, livingId }): UnmaskedMessage[] => {
      if (livingId === null && !isGhost) return [];
      const found =
        livingId === null ? chat.find('ghosts', ghostId) : chat.find('living', livingId);
      // It may have been deleted since.
      if (found === undefined) return [];
      const ghosts = isGhost || !hasGhosts ? ghostId : null;
      return [{ living: livingId, ghosts, message: found.message }];
    }),
  };
}
