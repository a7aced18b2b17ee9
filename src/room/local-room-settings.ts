import type { BatchSettings } from '../batch/batch-processor.js';

export interface LocalRoomSettings extends BatchSettings {
  /** As `RoomStore.takeChat`. */
  takeChat: () => Promise<number>;
  /** Somebody left a game of survival in which one player at most is alive now (R6.2). */
  mayBeDecided: () => void;
}
