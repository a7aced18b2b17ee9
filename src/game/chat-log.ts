/** The chat that a room keeps (R8). The living and the ghosts are two audiences with ids of their own. */
import type { Audience, ChatCursor, ChatEntry } from '../protocol/events.js';
import type { DeletedIds } from '../protocol/moderation.js';
import { personOf } from '../protocol/person.js';
import { CHAT_KEPT, CHAT_KEPT_BYTES, CHAT_ON_JOIN, MASKED_TOLD } from '../protocol/limits.js';

/** One message in both audiences' numbering: ghosts hear everything, the living only the living. */
export interface StoredChat {
  /** Counts every message of the room, so it is the room's order as well. */
  ghostId: number;
  /** Null for what a ghost said. */
  livingId: number | null;
  playerId: string;
  playerName: string;
  /** Empty once it was taken back or deleted, as the name is then. */
  message: string;
  /** The words as they were said; there where some are masked in `message` (R8.7). */
  original?: string;
  /** Store epoch ms. */
  timestamp: number;
}

/** A message that the host has deleted (R8.3). The time tells it from one that got its number after a loss. */
export type DeletedMessage = Pick<StoredChat, 'ghostId' | 'livingId' | 'timestamp'>;

export type { Audience, ChatCursor };

export class ChatLog {
  private readonly living = new KeptChat();
  private readonly ghosts = new KeptChat();

  constructor(kept: readonly StoredChat[] = []) {
    for (const chat of kept) this.append(chat);
  }

  /** Ids for the next message, which still has to be appended. */
  nextIds(byGhost: boolean): Pick<StoredChat, 'ghostId' | 'livingId'> {
    return {
      ghostId: this.lastGhostId() + 1,
      livingId: byGhost ? null : (this.living.messages.at(-1)?.livingId ?? 0) + 1,
    };
  }

  /** The room-wide number of the newest message; 0 before the first. */
  lastGhostId(): number {
    return this.ghosts.messages.at(-1)?.ghostId ?? 0;
  }

  /** Whether everything behind this message is kept. */
  reachesBack(ghostId: number): boolean {
    return (this.ghosts.messages[0]?.ghostId ?? 0) <= ghostId + 1;
  }

  append(chat: StoredChat): void {
    // Messages of the living from before a gap are kept for them alone.
    if (chat.ghostId > this.lastGhostId() + 1) this.ghosts.clear();
    this.ghosts.append(chat);
    if (chat.livingId !== null) this.living.append(chat);
  }

  /** Forgets what is not in `known`, which may have other messages under the same ids. */
  retain(known: readonly StoredChat[]): void {
    const times = new Map(known.map(({ ghostId, timestamp }) => [ghostId, timestamp]));
    for (const kept of [this.living, this.ghosts])
      kept.retain(({ ghostId, timestamp }) => times.get(ghostId) === timestamp);
  }

  /** Empties what a player said in this or an earlier seat; the messages keep their ids. */
  takeBack(playerId: string): void {
    const isMeant = isBy(playerId);
    for (const kept of [this.living, this.ghosts]) kept.replace(isMeant, emptied);
  }

  /** Empties these messages, as far as they are kept; they keep their ids. */
  delete(deleted: readonly DeletedMessage[]): void {
    const isMeant = isAmong(deleted);
    for (const kept of [this.living, this.ghosts]) kept.replace(isMeant, emptied);
  }

  /** Shows these messages as they were said, as far as they are kept. */
  unmask(messages: readonly DeletedMessage[]): void {
    const isMeant = isAmong(messages);
    for (const kept of [this.living, this.ghosts]) kept.replace(isMeant, unmasked);
  }

  /** The newest messages of an audience in which words are masked, oldest first. */
  masked(audience: Audience): StoredChat[] {
    const { messages } = audience === 'living' ? this.living : this.ghosts;
    return messages.filter(({ original }) => original !== undefined).slice(-MASKED_TOLD);
  }

  /** The message of this id, unless it is empty or not kept any more. */
  find(audience: Audience, id: number): StoredChat | undefined {
    const { messages } = audience === 'living' ? this.living : this.ghosts;
    const found = messages.findLast((chat) => idIn(audience, chat) === id);
    return found?.message === '' ? undefined : found;
  }

  /** Everything that is kept for either audience, oldest first. */
  all(): StoredChat[] {
    const ghosts = this.ghosts.messages;
    const oldestGhostId = ghosts[0]?.ghostId ?? 0;
    return [...this.living.messages.filter(({ ghostId }) => ghostId < oldestGhostId), ...ghosts];
  }

  /**
   * The messages that a newcomer gets, or, with a cursor, all that was missed since, as far as it is kept; then also
   * the ids of what was taken back, whose messages are empty.
   */
  history(audience: Audience, cursor: ChatCursor | null): StoredChat[] {
    const { messages: visible } = audience === 'living' ? this.living : this.ghosts;
    if (cursor === null)
      return visible.filter(({ message }) => message !== '').slice(-CHAT_ON_JOIN);
    const seen = cursor.audience === 'ghosts' ? cursor.id : this.ghostIdOf(cursor.id);
    return visible.filter(({ ghostId }) => ghostId > seen);
  }

  /** The room-wide number of the newest kept message that the living had seen by then. */
  private ghostIdOf(livingId: number): number {
    return this.living.messages.findLast((chat) => (chat.livingId ?? 0) <= livingId)?.ghostId ?? 0;
  }
}

/** The newest messages of one audience, as many as are kept (R8.1). */
class KeptChat {
  readonly messages: StoredChat[] = [];
  private bytes = 0;

  append(chat: StoredChat): void {
    this.messages.push(chat);
    this.bytes += bytesOf(chat);
    while (this.messages.length > CHAT_KEPT || this.bytes > CHAT_KEPT_BYTES) {
      const oldest = this.messages.shift();
      if (oldest !== undefined) this.bytes -= bytesOf(oldest);
    }
  }

  /** Others may hold a message, too, so it is replaced and not changed. */
  replace(isMeant: IsMeant, make: (chat: StoredChat) => StoredChat): void {
    for (const [index, chat] of this.messages.entries()) {
      if (!isMeant(chat)) continue;
      const left = make(chat);
      this.bytes += bytesOf(left) - bytesOf(chat);
      this.messages[index] = left;
    }
  }

  retain(isKnown: (chat: StoredChat) => boolean): void {
    const known = this.messages.filter(isKnown);
    this.clear();
    for (const chat of known) this.append(chat);
  }

  clear(): void {
    this.messages.length = 0;
    this.bytes = 0;
  }
}

type IsMeant = (chat: StoredChat) => boolean;

/** A message that was taken back or deleted: only its number is left. */
export function emptied({ original: _, ...chat }: StoredChat): StoredChat {
  return { ...chat, playerName: '', message: '' };
}

/** The message as it was said. */
export function unmasked({ original, ...chat }: StoredChat): StoredChat {
  return original === undefined ? chat : { ...chat, message: original };
}

/** Whether one of these players said it, in this or an earlier seat. */
export function isBy(...playerIds: string[]): IsMeant {
  const persons = new Set(playerIds.map(personOf));
  return ({ playerId }) => persons.has(personOf(playerId));
}

/** Whether it is one of the deleted messages. */
export function isAmong(deleted: readonly DeletedMessage[]): IsMeant {
  const keyOf = ({ ghostId, timestamp }: DeletedMessage): string => `${ghostId}:${timestamp}`;
  const keys = new Set(deleted.map(keyOf));
  return (chat) => keys.has(keyOf(chat));
}

/**
 * The deletions that have to be remembered, oldest message first: those of messages that an audience may still
 * keep. Each audience keeps its newest, so the newest of each are enough.
 */
export function keptDeletions(deleted: readonly DeletedMessage[]): DeletedMessage[] {
  const sorted = deleted.toSorted((a, b) => a.ghostId - b.ghostId);
  const heardByAll = sorted.filter(({ livingId }) => livingId !== null).slice(-CHAT_KEPT);
  const byGhosts = sorted.filter(({ livingId }) => livingId === null).slice(-CHAT_KEPT);
  return [...heardByAll, ...byGhosts].sort((a, b) => a.ghostId - b.ghostId);
}

/**
 * The ids of deleted messages that an audience is told. Where somebody is a ghost, what ghosts say is kept from the
 * living (R7.1).
 */
export function deletedIds(
  deleted: readonly DeletedMessage[],
  audience: Audience,
  hasGhosts: boolean,
): DeletedIds {
  const isTold = audience === 'ghosts' || !hasGhosts;
  return {
    living: deleted.flatMap(({ livingId }) => livingId ?? []),
    ghosts: isTold ? deleted.map(({ ghostId }) => ghostId) : [],
  };
}

function idIn(audience: Audience, { livingId, ghostId }: StoredChat): number | null {
  return audience === 'living' ? livingId : ghostId;
}

function bytesOf({ message, original = '' }: StoredChat): number {
  return Buffer.byteLength(message) + Buffer.byteLength(original);
}

/** The frame of some messages for one audience, which must be allowed to see them all. */
export function chatPayload(
  chats: readonly StoredChat[],
  audience: Audience,
): { seq: number; messages: ChatEntry[] } {
  const messages = chats.map(({ ghostId, livingId, playerId, playerName, message, timestamp }) => ({
    id: audience === 'living' ? (livingId ?? 0) : ghostId,
    playerId,
    playerName,
    message,
    timestamp,
  }));
  return { seq: messages.at(-1)?.id ?? 0, messages };
}
