/**
 * What a room's channel tells those who host the room, numbered without gaps: appends, what players shared,
 * and the end. Updates stay between servers; clients get what the batch makes of them.
 */
import type { StoredChat } from '../../../game/chat-log.js';
import type { CloseReason, RoomChange } from '../../../game/room-change.js';
import type { RoomText } from '../../../game/room-state.js';
import type { Position } from '../../../game/shared/zones.js';
import type { NearChat } from '../../../protocol/crowd.js';
import type { SlotEmote } from '../../../protocol/emotes.js';

/** Changes that were decided together; `id` is the append's. */
export interface AppendUpdate {
  kind: 'appended';
  seq: number;
  id: string;
  changes: readonly RoomChange[];
  /** The process that may change the roster next, where some wait for that. */
  next?: string;
}

/** Moves, emotes and chat of one process and interval. They are in no log, and raise no revision. */
export interface ShareUpdate {
  kind: 'shared';
  seq: number;
  moves: { slot: number; position: Position }[];
  /** There where somebody has written something. */
  texts?: SharedText[];
  /** There where somebody has shown one. */
  emotes?: SlotEmote[];
  chats: StoredChat[];
  /** There where somebody has said something to those near. */
  near?: HeardNear[];
}

export interface SharedText extends RoomText {
  slot: number;
}

/** The part of an update that tells all that is written; nothing where nothing is. */
export function sharedTexts(texts: ReadonlyMap<number, RoomText>): Pick<ShareUpdate, 'texts'> {
  if (texts.size === 0) return {};
  return { texts: Array.from(texts, ([slot, text]) => ({ slot, ...text })) };
}

/** `byGhost` as it was when it was said, which a copy may not know yet (R7.1). */
export interface HeardNear extends NearChat {
  byGhost: boolean;
}

export interface CloseUpdate {
  kind: 'closed';
  seq: number;
  reason: CloseReason;
}

export type RoomUpdate = AppendUpdate | ShareUpdate | CloseUpdate;
