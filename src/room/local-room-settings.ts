import type { BatchSettings } from '../batch/batch-processor.js';
import type { ChatBounds } from '../game/chat-bucket.js';

export interface LocalRoomSettings extends BatchSettings {
  /** As `RoomLog.takeChat`. */
  takeChat: (bounds: ChatBounds) => number | Promise<number>;
  /** Many were removed at once (R3.7). */
  cleared?: (() => void) | undefined;
  /** Somebody left a game of survival in which one player at most is alive now (R6.2). */
  mayBeDecided: () => void;
}
