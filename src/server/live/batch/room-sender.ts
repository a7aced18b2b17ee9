import type { FlushEvent } from '../../../protocol/index.js';
import type { Newcomer } from './admission.js';
import type { FlushContent, NewName } from './pending-flush.js';

/** Sends what a room's flushes tell to its connections on this process: to those of a hall, or of a big room. */
export interface RoomSender {
  /** Of the last frame that compact clients echo. */
  readonly seq: number;
  /** The newest chat message that was flushed, in the numbering of the ghosts. */
  lastChatId: number;
  /** Counts up with what is told besides places, emotes and chat: who was told as much lacks nothing else. */
  changes: number;
  /** Whether a transition may go behind what happened before it in one `send`. */
  readonly mergesTransitions: boolean;
  /** Whether something is left to be sent with the next ticks. */
  readonly hasMore: boolean;
  /** `refresh` are connections that need the positions of everybody, as their audience has changed (R7.4). */
  send(content: FlushContent, refresh: readonly string[]): void;
  /** Tells everybody some events at once, behind everything before, and ghosts some more. */
  emit(events: readonly FlushEvent[], toGhosts: readonly FlushEvent[]): void;
  /** Sends newcomers the state of the room; `names` are those that they have set while they waited. */
  admit(newcomers: readonly Newcomer[], names: ReadonlyMap<Newcomer, NewName[]>): void;
  /** A newcomer has gone before it was sent anything. */
  dropNewcomer(connectionId: string): void;
  /** The newest `seq` that this connection was sent. */
  toldSeq(connectionId: string): number;
  /** The newest chat message that this connection was sent. */
  toldChat(connectionId: string): number;
}
